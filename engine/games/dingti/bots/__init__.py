"""The `normal` bot: what it sees becomes a scene, a play turns scenes into scenes, and the scene that promises most wins.

sight    a View read into a scene, one's own cards by name, and what has not been seen yet
scene    the bodies at the table, what the settlement will do to them, and what that is worth to one side
worth    what a card is worth in the hand
effects  what each card does to a scene, by name
decide   the questions of the game, by prompt
"""
