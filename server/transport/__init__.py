"""Sockets: the only package that knows WebSocket. Everything else sees `Link`s and `Conversation`s."""

from server.transport.link import WsLink
from server.transport.serving import Conversation, Transport

__all__ = ["Conversation", "Transport", "WsLink"]
