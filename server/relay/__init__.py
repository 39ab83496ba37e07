"""From process to process, for players who are connected to one and play in a room of another.

`bus` takes bytes from process to process, `lines` makes numbered lines of it on which a loss is noticed, `carrier` keeps the two going,
`exchange` hands messages of players to the rooms of other processes and what those say to the players, `remote` is a room's view of a
player who is connected elsewhere. `orders` takes what the people who run the server want to every process.
"""

from server.relay.exchange import Exchange
from server.relay.opening import open_exchange, process_name

__all__ = ["Exchange", "open_exchange", "process_name"]
