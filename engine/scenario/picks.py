"""Filling in the picks of a move from words. A pick that is not named is filled in when there is only one way."""

from __future__ import annotations

from engine.core.ask import Cards, CardSet, Combos, Move, Number, Options, Pick, Seats, Sets
from engine.core.ids import CardId
from engine.scenario.form import BadScenario, Doing, Value
from engine.scenario.names import Names, face_text
from engine.scenario.wording import describe_pick

__all__ = ["fill", "rough_values", "same_card"]


def same_card(names: Names, value: str, given: str) -> bool:
    """Is `given` the code name of the card that `value` names in any way?"""
    try:
        return names.card(value).name == given
    except BadScenario:
        return False


def fill(names: Names, move: Move, doing: Doing) -> list[list[int]] | str | None:
    """Values for all picks; the name of a pick that is open; or None where a named pick offers nothing of the kind."""
    values: list[list[int] | None] = []
    used: set[int] = set()
    for pick in move.picks:
        if pick.name not in doing:
            values.append(None)
            continue
        chosen = _choose(names, pick, _listed(doing[pick.name]), used if move.partition else set())
        if chosen is None:
            return None
        used.update(chosen)
        values.append(chosen)
    for combo in move.combos:
        if not _fill_combo(names, move, combo, values, doing):
            return None
    for i, pick in enumerate(move.picks):
        if values[i] is None:
            values[i] = _only_way(pick, used if move.partition else set())
            if values[i] is None:
                return pick.name
    return [v for v in values if v is not None]


def _fill_combo(
    names: Names, move: Move, combo: Combos, values: list[list[int] | None], doing: Doing
) -> bool:
    """Replace the values of constrained picks by those of an allowed row that means the same. False if there is none.

    Left open when several rows fit and differ in a pick that is not named."""
    rows = [row for row in combo.allowed if _row_fits(names, move, combo, row, doing)]
    if not rows:
        return False
    free = [k for k, i in enumerate(combo.picks) if move.picks[i].name not in doing]
    if len({tuple(tuple(row[k]) for k in free) for row in rows}) == 1:
        for k, i in enumerate(combo.picks):
            values[i] = rows[0][k]
    return True


def _row_fits(names: Names, move: Move, combo: Combos, row: list[list[int]], doing: Doing) -> bool:
    for i, allowed in zip(combo.picks, row, strict=True):
        pick = move.picks[i]
        if pick.name in doing and not _means(names, pick, allowed, _listed(doing[pick.name])):
            return False
    return True


def _means(names: Names, pick: Pick, values: list[int], wanted: list[int | str]) -> bool:
    """Are these values what is wanted, card by card? (A combination offers one of several equal cards.)"""
    return (
        _are_called(names, values, wanted)
        if isinstance(pick, Cards)
        else values in _ways(names, pick, wanted)
    )


def _are_called(names: Names, values: list[int], wanted: list[int | str]) -> bool:
    left = list(values)
    for text in wanted:
        found = names.find(names.card(str(text)), [CardId(v) for v in left])
        if not found:
            return False
        left.remove(found[0])
    return not left


def _choose(names: Names, pick: Pick, wanted: list[int | str], used: set[int]) -> list[int] | None:
    if isinstance(pick, Cards):
        return _choose_cards(names, pick, wanted, used)
    ways = _ways(names, pick, wanted)
    if len(ways) > 1:
        raise BadScenario(f"{pick.name} {wanted} fits more than one of {describe_pick(pick)}")
    return ways[0] if ways else None


def _choose_cards(names: Names, pick: Cards, wanted: list[int | str], used: set[int]) -> list[int] | None:
    if not pick.min <= len(wanted) <= pick.max:
        return None
    chosen: list[int] = []
    for text in wanted:
        found = [
            c
            for c in names.find(names.card(str(text)), [c.id for c in pick.cards])
            if c not in used and c not in chosen
        ]
        kinds = {(names.table.faces[c], names.table.where(c)) for c in found}
        if len(kinds) > 1:
            choice = ", ".join(sorted(f"{face_text(face, full=True)}@{zone}" for face, zone in kinds))
            raise BadScenario(f"{pick.name} {text!r} may be {choice}; name one of them so")
        if not found:
            return None
        chosen.append(found[0])
    return chosen


def _ways(names: Names, pick: Pick, wanted: list[int | str]) -> list[list[int]]:
    """All values that these words may mean in a pick that is not of cards."""
    if isinstance(pick, Seats):
        seats = [int(names.seat(ref)) for ref in wanted]
        return [seats] if set(seats) <= set(pick.values()) and pick.min <= len(seats) <= pick.max else []
    if isinstance(pick, Number):
        number = wanted[0] if len(wanted) == 1 else None
        return [[number]] if isinstance(number, int) and pick.lo <= number <= pick.hi else []
    if isinstance(pick, Options):
        return _ways_of_options(names, pick, wanted)
    assert isinstance(pick, Sets)
    return [[i] for i in range(len(pick.sets)) if _set_fits(names, pick, i, wanted)]


def _ways_of_options(names: Names, pick: Options, wanted: list[int | str]) -> list[list[int]]:
    places: list[int] = []
    for word in wanted:
        exact = [i for i, key in enumerate(pick.options) if key == word]
        found = exact or [i for i, key in enumerate(pick.options) if _option_fits(names, key, str(word))]
        if len(found) > 1:
            raise BadScenario(f"{pick.name} {word!r} may be {', '.join(pick.options[i] for i in found)}")
        if not found:
            return []
        places += found
    return [places] if pick.min <= len(places) <= pick.max else []


def _option_fits(names: Names, key: str, word: str) -> bool:
    parts = key.split(".")
    return word == key or word in parts or (parts[0] == "cards" and same_card(names, word, parts[1]))


def _set_fits(names: Names, pick: Sets, place: int, wanted: list[int | str]) -> bool:
    """A set is named by its cards, its reading, or both. `low=3` is a parameter of the reading."""
    chosen = pick.sets[place]
    words = [str(word) for word in wanted]
    readings = [w for w in words if "=" in w or any(_reading_fits(names, one, w) for one in pick.sets)]
    if not all(_reading_fits(names, chosen, word) for word in readings):
        return False
    cards = [word for word in wanted if word not in readings]
    return not cards or _are_called(names, [int(c) for c in chosen.cards], cards)


def _reading_fits(names: Names, chosen: CardSet, word: str) -> bool:
    key, equals, value = word.partition("=")
    if equals:
        return key in chosen.params and str(chosen.params[key]) == value
    return _option_fits(names, chosen.label, word)


def _only_way(pick: Pick, used: set[int]) -> list[int] | None:
    values = [v for v in pick.values() if v not in used]
    if pick.max == 0 or not values:
        return [] if pick.min == 0 else None
    return values if pick.min == len(values) else None


def _listed(value: Value) -> list[int | str]:
    return list(value) if isinstance(value, list) else [value]


def rough_values(names: Names, pick: Pick, value: Value | None) -> list[int]:
    values: list[int] = []
    for word in [] if value is None else _listed(value):
        if isinstance(word, int):
            values.append(word)
        elif isinstance(pick, Cards):
            on_table = names.find(names.card(word), list(names.table.faces))
            offered_first = [c for c in on_table if c in pick.values()] or on_table
            values.append(next((c for c in offered_first if c not in values), -1))
        else:
            ways = _ways(names, pick, [word])
            values.append(ways[0][0] if ways else -1)
    return values
