"""Widgets: games that are looked at, stepped through and clicked on in a notebook."""
