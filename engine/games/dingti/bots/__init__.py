"""The `normal` bot: what it sees becomes a scene, a play turns scenes into scenes, and the play whose scene promises most is made.

    weights  the numbers that were tuned by playing
    worth    what a card is worth in the hand
    scene    the bodies at the table, what the settlement will do to them, and what that is worth to one side
    sight    a View read into a scene, one's own cards by name, and what has not been seen yet
    effects  what each card does to a scene, by name
    plays    the plays that a question offers, each with its worth
    decide   the questions of the game, by prompt

Worths are floats made by the four operations only, so they are the same on every machine; and a bot's answer is written down like
a person's, so no replay depends on them.
"""
