"""The admins' tokens: who is it that knocks? Tokens are kept as hashes only, compared in constant time, and never logged."""

from __future__ import annotations

import hmac
import re
from collections.abc import Sequence
from hashlib import blake2b
from pathlib import Path

from server.config import Config, ConfigError

__all__ = ["Keys", "read_keys"]

NAMELESS = "admin"
"""The name of whoever has a token without one."""
LINE = re.compile(r"(?:(?P<name>[A-Za-z0-9_.-]{1,32}):)?(?P<token>[!-9;-~]+)")
SHORTEST = 16
"""Characters of a token."""
SCHEME = "Bearer "


class Keys:
    """`lines` are `NAME:TOKEN` or `TOKEN`. Raises ConfigError, without saying a token."""

    def __init__(self, lines: Sequence[str]) -> None:
        self._keys: list[tuple[str, bytes]] = []
        for line in lines:
            match = LINE.fullmatch(line)
            if match is None:
                raise ConfigError("an admin token is NAME:TOKEN, without spaces and with one colon at most")
            if len(match["token"]) < SHORTEST:
                raise ConfigError(
                    f"an admin token has at least {SHORTEST} characters, else it could be guessed"
                )
            self._keys.append((match["name"] or NAMELESS, _hash(match["token"])))

    def __len__(self) -> int:
        return len(self._keys)

    def who(self, authorization: str | None) -> str | None:
        """The admin whose token an Authorization header carries (RFC 6750 §2.1), None where it is nobody's."""
        if authorization is None or not authorization.startswith(SCHEME):
            return None
        given, found = _hash(authorization.removeprefix(SCHEME)), None
        for name, key in self._keys:  # always all of them: how long it takes tells nothing
            if hmac.compare_digest(given, key):
                found = name
        return found


def read_keys(config: Config) -> Keys:
    """The tokens of the settings and of their file. Raises ConfigError."""
    lines = [config.admin_token] if config.admin_token else []
    if config.admin_token_file:
        path = Path(config.admin_token_file).expanduser()
        try:
            text = path.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise ConfigError(f"cannot read the admin tokens in {path}: {error}") from None
        lines += [line.strip() for line in text.splitlines() if line.strip() and line[0] != "#"]
    return Keys(lines)


def _hash(token: str) -> bytes:
    return blake2b(token.encode(), digest_size=32, person=b"paiju-admin").digest()
