"""Names show as what they are."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.names import NAME_LENGTH, BadName, clean_name


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
