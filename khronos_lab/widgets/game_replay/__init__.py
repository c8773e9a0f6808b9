"""The replay: a game to step through."""
