"""The server's certificate, which can be read again while the server runs."""

from __future__ import annotations

import ssl

__all__ = ["Certificate"]


class Certificate:
    """`context` is for the listening socket. Each handshake is served by what was read last; connections that stand keep theirs."""

    def __init__(self, chain: str, key: str) -> None:
        """Files in PEM. Raises OSError (ssl.SSLError is one) where they cannot be read or do not belong together."""
        self._chain = chain
        self._key = key
        self._current = self._read()
        self.context = self._read()
        # OpenSSL asks this for every handshake, also where the client named no host.
        self.context.sni_callback = self._choose

    def reload(self) -> None:
        """Read the files again. Raises OSError as the constructor does; what was read before stays then."""
        self._current = self._read()

    def _choose(self, handshake: ssl.SSLObject, _: str | None, __: ssl.SSLContext) -> None:
        handshake.context = self._current

    def _read(self) -> ssl.SSLContext:
        context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        # A key under a passphrase would make OpenSSL ask at the terminal, and everybody wait; an empty one makes it fail.
        context.load_cert_chain(self._chain, self._key, password="")  # nosec B106 - no password, on purpose
        return context
