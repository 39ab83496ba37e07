"""The normal bot of Pokerduel: what it sees, what things are worth to it, what it expects of others, and what it answers."""
