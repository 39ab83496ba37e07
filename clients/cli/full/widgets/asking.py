"""The open question: in words, and with the widget that its next step needs. One widget per kind of pick, none per game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Input, Static

from clients.cli.choice import Choice
from clients.cli.describe import Describer
from clients.cli.full.looks import about_key, about_move
from clients.cli.full.widgets.arrangement import Arrangement
from clients.cli.full.widgets.card import Look
from clients.cli.full.widgets.countdown import Countdown
from clients.cli.full.widgets.form import Form
from clients.cli.full.widgets.offers import KEYS, Offer, Offers
from clients.cli.full.widgets.stepper import Stepper
from engine.core.ask import Cards, Number, Options, Pick, Seats, Sets
from engine.core.events import Card

__all__ = ["Asking", "Step", "step_of"]

FEW = 9
"""Options that have a key each; of more, one types a part of the name."""


class Step(Enum):
    """What the next step of a choice is."""

    NOTHING = "nothing"
    MOVE = "move"
    CARDS = "cards"
    SEATS = "seats"
    SETS = "sets"
    OPTIONS = "options"
    NUMBER = "number"
    FORM = "form"
    ARRANGEMENT = "arrangement"


def step_of(choice: Choice | None) -> Step:
    """The kind of the open step."""
    if choice is None:
        return Step.NOTHING
    if choice.move is None:
        return Step.MOVE
    if choice.pick is None:
        return Step.NOTHING
    if choice.chosen.partition:
        return Step.ARRANGEMENT
    if choice.form:
        return Step.FORM
    kinds: dict[type[Pick], Step] = {
        Cards: Step.CARDS,
        Seats: Step.SEATS,
        Sets: Step.SETS,
        Options: Step.OPTIONS,
        Number: Step.NUMBER,
    }
    return kinds[type(choice.pick)]


class Asking(Vertical):
    """The question, what the open step is about, and how to choose. Cards and seats are chosen where they lie; everything else here.

    Says what was chosen by `Chosen`, in the terms of the choice, and by `Filled` if it is all picks at once."""

    DEFAULT_CSS = """
    Asking #question { height: auto; }
    Asking #prompt { width: 1fr; padding: 0 1; text-style: bold; }
    Asking #step { padding: 0 1; }
    Asking #filter { width: 40; }
    """

    class Chosen(Message):
        """`what`: a move while the move is open, else a value of the open pick (of sets: the place of one); None: go on with
        what is held."""

        def __init__(self, what: int | None) -> None:
            super().__init__()
            self.what = what

    class Filled(Message):
        """All picks of the chosen move."""

        def __init__(self, picks: list[list[int]]) -> None:
            super().__init__()
            self.picks = picks

    def __init__(self, face: Callable[[Card], Look], *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._face = face
        self._step = Step.NOTHING
        self._at: tuple[int, int | None, int] | None = None
        self._offers: list[Offer] = []

    def compose(self) -> ComposeResult:
        with Horizontal(id="question"):
            yield Static(id="prompt", markup=False)
            yield Countdown(id="countdown")
        yield Static(id="step", markup=False)
        yield Input(id="filter", compact=True)
        yield Offers(id="offers")
        yield Stepper(id="number")
        yield Form(id="form")
        yield Arrangement(self._face, id="arrangement")

    async def show(self, choice: Choice | None, describe: Describer, otherwise: str, note: str) -> None:
        """The choice as it stands; `otherwise` is what to say where nothing is asked, `note` what was wrong with the last answer."""
        step = self._step = step_of(choice)
        at = None if choice is None else (choice.ask.id, choice.move, len(choice.picks))
        anew, self._at = at != self._at, at
        self.query_one("#prompt", Static).update(describe.prompt(choice.ask) if choice else otherwise)
        line = self.query_one("#step", Static)
        line.update("\n".join(part for part in (note, _about(choice, describe)) if part))
        line.display = bool(note) or choice is not None
        self._offers = _offers(choice, describe)
        await self._show_offers(anew, describe)
        if step_of(choice) is not step:
            return  # something was pressed meanwhile: it is drawn anew at once
        stepper, form, cards = (
            self.query_one(Stepper),
            self.query_one(Form),
            self.query_one(Arrangement),
        )
        stepper.display, form.display = step is Step.NUMBER, step is Step.FORM
        cards.display = step is Step.ARRANGEMENT
        if choice is not None and isinstance(pick := choice.pick, Number) and step is Step.NUMBER:
            stepper.show(pick.lo, pick.hi, describe.say("picks.done"), anew=anew)
        if choice is not None and step is Step.FORM:
            await form.show(choice, describe)
        if choice is not None and step is Step.ARRANGEMENT:
            await cards.show(choice, describe)

    def peek(self, choice: Choice | None, card: Card | None, describe: Describer) -> None:
        """Say what the card under the cursor is good for, as long as nothing else is chosen."""
        if card is not None and choice is not None and choice.move is None and not choice.held:
            uses = [_move_text(choice, place, [card.id], describe) for place in choice.uses(card.id)]
            what = " / ".join(uses) or describe.say("picks.no_use")
            line = describe.say("picks.would", card=describe.face(card.face), what=what)
            self.query_one("#step", Static).update(line)

    @property
    def goal(self) -> Widget | None:
        """What of this should have the keyboard, None if nothing here."""
        goals: dict[Step, Widget | None] = {
            Step.NUMBER: self.query_one(Stepper),
            Step.ARRANGEMENT: self.query_one(Arrangement),
            Step.FORM: self.query_one(Form).first(),
        }
        offers, typed = self.query_one("#offers", Offers), self.query_one("#filter", Input)
        return goals.get(self._step, typed if typed.display else offers if offers.display else None)

    @property
    def cursor(self) -> Card | Offer | None:
        """What the keyboard is on."""
        if self._step is Step.ARRANGEMENT:
            return self.query_one(Arrangement).cursor
        return self.query_one("#offers", Offers).cursor

    def press(self, key: str) -> bool:
        """A digit or letter; returns whether it means anything here."""
        if self._step is Step.NUMBER and key.isdigit():
            self.query_one(Stepper).type_digit(int(key))
            return True
        offers = self.screen.focused if self._step is Step.FORM else self.query_one("#offers", Offers)
        return isinstance(offers, Offers) and offers.choose(key)

    def back(self) -> bool:
        """Take back what is half made within the open step; returns whether anything was."""
        typed = self.query_one("#filter", Input)
        if typed.display and typed.value:
            typed.clear()
            return True
        if self._step is Step.FORM:
            return self.query_one(Form).back()
        return self._step is Step.ARRANGEMENT and self.query_one(Arrangement).back()

    # -- inside -------------------------------------------------------------------------------------------------------

    async def _show_offers(self, anew: bool, describe: Describer) -> None:
        typed = self.query_one("#filter", Input)
        typed.display = self._step is Step.OPTIONS and len(self._offers) > FEW
        typed.placeholder = describe.say("picks.filter")
        if anew:
            typed.clear()
        await self._filtered()

    async def _filtered(self) -> None:
        typed = self.query_one("#filter", Input)
        only = typed.value.strip() if typed.display else ""
        await self.query_one("#offers", Offers).show(self._offers, numbered=typed.display, only=only)

    async def on_input_changed(self, event: Input.Changed) -> None:
        event.stop()
        await self._filtered()

    def on_key(self, event: events.Key) -> None:
        """While a name is typed, up and down move in the list."""
        if event.key in ("up", "down") and isinstance(self.screen.focused, Input):
            event.stop()
            self.query_one("#offers", Offers).action_step(1 if event.key == "down" else -1)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self.query_one("#offers", Offers).action_press()

    def on_offers_pressed(self, event: Offers.Pressed) -> None:
        event.stop()
        self.post_message(self.Chosen(event.what))

    def on_stepper_chosen(self, event: Stepper.Chosen) -> None:
        event.stop()
        self.post_message(self.Chosen(event.value))

    def on_form_filled(self, event: Form.Filled) -> None:
        event.stop()
        self.post_message(self.Filled([[value] for value in event.values]))

    def on_arrangement_arranged(self, event: Arrangement.Arranged) -> None:
        event.stop()
        self.post_message(self.Filled(event.rows))


def _about(choice: Choice | None, describe: Describer) -> str:
    """What has been chosen so far, and what is to be chosen now."""
    if choice is None:
        return ""
    if choice.move is None:
        held = [describe.face(choice.face(card)) for card in choice.held]
        return (
            describe.say("picks.with", cards=describe.words.get("list.comma", ", ").join(held))
            if held
            else ""
        )
    parts = [] if len(choice.ask.moves) == 1 and not choice.picks else [describe.kind(choice.chosen)]
    for pick, values in zip(choice.chosen.picks, choice.picks, strict=False):
        parts.append(describe.chosen(pick, values))
    if step_of(choice) not in (Step.NOTHING, Step.FORM, Step.ARRANGEMENT) and choice.pick is not None:
        what = describe.text(f"picks.{choice.pick.name}") + _how_many(choice, describe)
        parts.append(describe.say("picks.choose", what=what))
    return " › ".join(part for part in parts if part)


def _how_many(choice: Choice, describe: Describer) -> str:
    if isinstance(choice.pick, Sets | Number):
        return ""
    low, high = choice.span()
    if low == high == 1:
        return ""
    span = str(low) if low == high else f"{low}–{high}"
    return describe.say("picks.so_many", span=span, n=len(choice.held))


def _offers(choice: Choice | None, describe: Describer) -> list[Offer]:
    """What is chosen by name."""
    step = step_of(choice)
    if choice is None or step in (Step.NOTHING, Step.NUMBER, Step.FORM, Step.ARRANGEMENT):
        return []
    if step is Step.MOVE:
        return [_move_offer(choice, place, describe) for place in choice.moves()]
    pick = choice.pick
    assert pick is not None
    offers: Sequence[Offer] = []
    names = dict(zip(pick.values(), describe.values(pick), strict=True))
    if isinstance(pick, Sets):
        offers = [Offer(place, names[place]) for place in choice.readings()]
    elif isinstance(pick, Seats):
        offers = [Offer(seat, names[seat], seat in choice.held, key=KEYS[seat]) for seat in choice.offered()]
    elif isinstance(pick, Options):
        offers = [
            Offer(place, names[place], place in choice.held, about_key(describe, pick.options[place]))
            for place in choice.offered()
        ]
    if choice.enough() and not isinstance(pick, Sets):
        offers = [*offers, Offer(None, describe.say("picks.done"), key="0")]
    return list(offers)


def _move_offer(choice: Choice, place: int, describe: Describer) -> Offer:
    move = choice.ask.moves[place]
    return Offer(place, _move_text(choice, place, choice.held, describe), about=about_move(describe, move))


def _move_text(choice: Choice, place: int, cards: Sequence[int], describe: Describer) -> str:
    """A move in words; what comes of it where these cards are all that it takes."""
    move = choice.ask.moves[place]
    reading = choice.preview(place, cards)
    if reading is None:
        return describe.move(move)
    sets = next(pick for pick in move.picks if isinstance(pick, Sets))
    return f"{describe.kind(move)}: {describe.values(sets)[reading]}"
