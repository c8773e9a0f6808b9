"""What the coach says of a game: turning points and better turns."""
