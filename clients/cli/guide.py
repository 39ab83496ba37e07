"""What a host is told when his server is up: how friends come in, and what to do next."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from urllib.parse import urlsplit

import segno

from clients.cli.places import Place, link_of
from clients.cli.speech import Speech

__all__ = ["guide", "qr_lines"]

QUIET = 2
"""Light modules around a code. The standard wants four; every reader of today takes two, and a terminal is narrow."""


def guide(
    speech: Speech,
    place: Place,
    addresses: Sequence[str],
    port: int,
    *,
    width: int,
    elsewhere: bool,
    announced: bool,
) -> list[str]:
    """Lines for the host. `place` is where the invite leads, `addresses` are this machine's on its network (none: it is reached from itself
    only), `width` the columns that there are for a QR code (0: none), `elsewhere`: the host has said where the world finds the server,
    `announced`: `paiju lan` finds it on its network."""
    link = link_of(place)
    word = f"'{link}'" if "?" in link else link  # as a shell takes it
    lines = [speech("guide.open"), f"    paiju join {word}"]
    lines += [f"  {line}" for line in qr_lines(link, width - 2)]
    lines.append(speech("guide.private" if place.key else "guide.everybody"))
    if not addresses and not elsewhere:
        return [*lines, speech("guide.loopback")]
    secure = urlsplit(place.url).scheme == "wss"
    others = [_with_port(address, port) for address in addresses]
    if others:
        lines.append(speech("guide.addresses", addresses=", ".join(others)))
        lines += [speech("guide.announced")] if announced else []
    if not elsewhere:
        lines.append(speech("guide.forward", port=port))
    if not secure:
        lines.append(speech("guide.plain"))
    elif not elsewhere:
        lines.append(speech("guide.named"))
    example = Place(place.url, "CODE", place.key)
    lines.append(speech("guide.room", link=link_of(example)))
    lines.append(speech("guide.doctor", url=word))
    return lines


def qr_lines(text: str, width: int) -> Iterator[str]:
    """A QR code of `text`, two rows of it in each line; nothing where it does not fit into `width` columns. Light is drawn, dark left out:
    most terminals are dark, and readers take a code either way round."""
    code = segno.make(text, error="l", micro=False)
    rows = [list(row) for row in code.matrix_iter(border=QUIET)]
    if len(rows[0]) > width:
        return
    rows += [[1] * len(rows[0])] * (len(rows) % 2)
    for upper, lower in zip(rows[::2], rows[1::2], strict=True):
        yield "".join("█▀▄ "[2 * bool(up) + bool(low)] for up, low in zip(upper, lower, strict=True))


def _with_port(address: str, port: int) -> str:
    return f"[{address}]:{port}" if ":" in address else f"{address}:{port}"
