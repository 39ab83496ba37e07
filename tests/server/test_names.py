"""Names show as what they are."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from server.names import NAME_LENGTH, BadName, Characters, clean_name, fits_characters, look_of


@pytest.mark.parametrize(
    ("given_name", "kept"),
    [
        ("Ann", "Ann"),
        ("  王\u3000小明 ", "王 小明"),
        ("e\u0301milie", "émilie"),
        ("a \t b", "a b"),
        ("हिन्दी", "हिन्दी"),
        ("😀", "😀"),
        ("?!", "?!"),
    ],
)
def test_names_of_all_scripts_are_kept(given_name: str, kept: str) -> None:
    assert clean_name(given_name) == kept


@pytest.mark.parametrize(
    "name",
    [
        "",
        " ",
        "\u200b",
        "a\u200d\u202e",
        "a\x00",
        "\u0301",
        "\ue000",
        "x" * (NAME_LENGTH + 1),
        "a" + "\u0332" * 4,
    ],
)
def test_names_that_hide_something_are_not(name: str) -> None:
    with pytest.raises(BadName):
        clean_name(name)


@given(st.text(max_size=40))
def test_a_cleaned_name_is_clean(text: str) -> None:
    try:
        name = clean_name(text)
    except BadName:
        return
    assert clean_name(name) == name and 1 <= len(name) <= NAME_LENGTH and name.isprintable()


@pytest.mark.parametrize(
    ("name", "lookalike"),
    [
        ("Ann", "ANN"),
        ("Ann", "Аnn"),  # Cyrillic А
        ("Ann", "Ａｎｎ"),
        ("Ann", "Ánn"),
        ("Ann", "A n n"),
        ("Oli", "0l1"),
        ("Bill", "BiII"),
        ("Omar", "Οrnar"),  # Greek Ο
        ("Wanda", "VVanda"),
        ("Strauß", "STRAUSS"),
        ("王小明", "王 小明"),
    ],
)
def test_names_that_are_hard_to_tell_apart_look_the_same(name: str, lookalike: str) -> None:
    assert look_of(name) == look_of(lookalike)


@pytest.mark.parametrize(
    ("one", "other"),
    [("Ann", "Anna"), ("Ann 1", "Ann 2"), ("王小明", "王小朋"), ("😀", "😁"), ("?!", "!?"), ("¯", "¨")],
)
def test_other_names_do_not(one: str, other: str) -> None:
    assert look_of(one) != look_of(other)


@given(st.text(min_size=1, max_size=24))
@example("¯")  # nothing but a mark, once its form is resolved
def test_every_name_has_a_look(text: str) -> None:
    try:
        assert look_of(clean_name(text))
    except BadName:
        return


@pytest.mark.parametrize(
    ("name", "fits"),
    [
        ("Jean-Luc O'Neill_2.", {"any", "words", "ascii"}),
        ("हिन्दी", {"any", "words"}),
        ("让·雅克", {"any", "words"}),
        ("A★", {"any"}),
        ("<b>", {"any"}),
        ("😀", {"any"}),
    ],
)
def test_what_names_may_be_made_of(name: str, fits: set[Characters]) -> None:
    choices: tuple[Characters, ...] = ("any", "words", "ascii")
    assert {choice for choice in choices if fits_characters(name, choice)} == fits
