"""A game reviewed: its story, its turning points."""
