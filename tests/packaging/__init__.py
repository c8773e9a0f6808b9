"""The wheel, as somebody gets it who has no repository."""
