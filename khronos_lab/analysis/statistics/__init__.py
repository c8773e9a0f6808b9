"""Statistics of many games: lazy tables in, lazy tables out; each answers one question."""
