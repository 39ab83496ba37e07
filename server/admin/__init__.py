"""What the people who run the server can do while it runs: see who is there, remove and ban, tell everybody, stop taking players, void a
match. Nothing of it is open unless a port or a socket and a token are set.

`counter` is the endpoint, `keys` whose token is whose, `office` notes each action in the `trail` and has it carried out in all processes
that are concerned, `staff` does so in this one, `bans` are who is kept out.
"""

from server.admin.administration import Administration
from server.admin.bans import Bans

__all__ = ["Administration", "Bans"]
