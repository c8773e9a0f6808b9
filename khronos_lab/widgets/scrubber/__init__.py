"""A slider over any drawing of a game."""
