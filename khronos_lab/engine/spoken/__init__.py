"""Reads what people write: names of things, actions, whole moves in words."""
