"""Reports as pages: the story of a game, what many games say."""
