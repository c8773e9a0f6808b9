"""A map of one's own, painted."""
