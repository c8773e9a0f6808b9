"""The page of a game: what it is fed with, and the scripts and styles in `browser`."""
