"""What a host is told: the link that lets friends in, and what to do next."""

from __future__ import annotations

import re

import pytest

from clients.cli.guide import guide, qr_lines
from clients.cli.places import Place, read_place
from clients.cli.speech import Speech
from clients.cli.verbs.host import invite
from server.network import lan_addresses
from tests.e2e.house import server

PLACE = Place("ws://192.0.2.7:8765/", key="THEKEY")
LINK = "paiju://192.0.2.7:8765/?key=THEKEY"


def told(
    place: Place = PLACE,
    *addresses: str,
    width: int = 0,
    elsewhere: bool = False,
    announced: bool = True,
) -> str:
    lines = guide(Speech("en"), place, addresses, 8765, width=width, elsewhere=elsewhere, announced=announced)
    return "\n".join(lines)


def test_the_link_comes_first_and_reads_as_the_place() -> None:
    text = told(PLACE, "192.0.2.7", "2001:db8::7")
    link = re.search(r"paiju join '(\S+)'", text)
    assert link is not None and link[1] == LINK and read_place(link[1]) == PLACE
    assert "192.0.2.7:8765, [2001:db8::7]:8765" in text
    assert "The server is private" in text and "TCP port 8765" in text and "--tls-cert" in text
    doctor = re.search(r"paiju doctor '(\S+)'", text)
    assert doctor is not None and doctor[1] == LINK, (
        "without its key a private server lets not even a doctor in"
    )


def test_only_a_server_that_is_announced_is_found_by_looking_around() -> None:
    assert "paiju lan" in told(PLACE, "192.0.2.7")
    quiet = told(PLACE, "192.0.2.7", announced=False)
    assert "paiju lan" not in quiet and "192.0.2.7:8765" in quiet


def test_a_server_for_this_machine_only_says_how_to_open_it() -> None:
    text = told(Place("ws://127.0.0.1:8765/"))
    assert "--host 0.0.0.0" in text and "router" not in text and "'" not in text.splitlines()[1]


def test_a_host_who_gave_his_public_address_is_not_told_to_forward_a_port() -> None:
    text = told(Place("wss://example.org:443/"), "192.0.2.7", elsewhere=True)
    assert "paijus://example.org:443/" in text
    assert "router" not in text and "--tls-cert" not in text and "certificate" not in text


def test_a_link_with_an_address_does_not_go_with_a_certificate() -> None:
    assert (
        "--public-address"
        in told(Place("wss://192.0.2.7:8765/"), "192.0.2.7").partition("The certificate")[2]
    )


def test_the_code_is_the_link_and_has_its_quiet_zone() -> None:
    lines = list(qr_lines(LINK, 200))
    rows = [[char in half for char in line] for line in lines for half in ("█▀", "█▄")]
    width = len(rows[0])
    assert len(rows) == width + 1, "an odd number of rows, and one that is left dark"
    rows.pop()
    assert (
        all(len(row) == width for row in rows) and (width - 4 - 17) % 4 == 0
    )  # ISO/IEC 18004: 17 + 4 × version
    assert all(rows[0]) and all(rows[1]) and all(row[0] and row[1] and row[-1] for row in rows)
    finder = [row[2:9] for row in rows[2:9]]
    assert [not light for light in finder[0]] == [True] * 7
    assert [not light for light in finder[1]] == [True, *[False] * 5, True]
    assert told(width=width + 2).count("█") > 100


@pytest.mark.parametrize("width", [0, 20])
def test_a_terminal_that_is_too_narrow_gets_none(width: int) -> None:
    assert "█" not in told(width=width)


@pytest.mark.parametrize(
    ("settings", "url"),
    [
        ({}, "ws://127.0.0.1:{port}/"),
        ({"public_address": "example.org"}, "ws://example.org:{port}/"),
        ({"public_address": "example.org:99"}, "ws://example.org:99/"),
        ({"public_address": "2001:db8::1"}, "ws://[2001:db8::1]:{port}/"),
        ({"public_address": "[2001:db8::1]:99"}, "ws://[2001:db8::1]:99/"),
        ({"public_address": "paijus://example.org"}, "wss://example.org:443/"),
    ],
)
async def test_the_invite_leads_where_the_host_says(settings: dict[str, str], url: str) -> None:
    async with server(**settings, server_key="key-of-the-host") as app:
        assert invite(app) == Place(url.format(port=app.transport.port), None, "key-of-the-host")


def test_addresses_on_the_network() -> None:
    assert lan_addresses("127.0.0.1") == lan_addresses("::1") == lan_addresses("localhost") == []
    assert lan_addresses("192.0.2.7") == ["192.0.2.7"]
    assert not any(
        address.startswith(("127.", "fe80", "169.254.")) or address == "::1"
        for address in lan_addresses("::")
    )
    assert not any(":" in address for address in lan_addresses("0.0.0.0"))
    assert all(":" in address for address in lan_addresses("::"))
    assert set(lan_addresses("")) == {*lan_addresses("0.0.0.0"), *lan_addresses("::")}


@pytest.mark.parametrize("language", ["en", "zh"])
def test_both_languages_say_it_whole(language: str) -> None:
    lines = guide(Speech(language), PLACE, ["192.0.2.7"], 8765, width=0, elsewhere=False, announced=True)
    assert not [line for line in lines if "{" in line or line.startswith("guide.")]
