"""What is kept of players beyond a table: results, ratings, names; and how a player has it all taken away.

`ratings` and `results` are pure: what one finished match does. `book` keeps it as pages of the store, `clerk` answers players.
"""
