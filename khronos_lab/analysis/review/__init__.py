"""A game reviewed: its story, its mistakes and why they are."""
