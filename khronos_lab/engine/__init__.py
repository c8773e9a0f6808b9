"""Playing: new games, moves, legal actions, previews."""
