"""Bots of Gandengyan: `normal` plays by a plan, `strong` looks ahead. What they see is a View and their Ask."""
