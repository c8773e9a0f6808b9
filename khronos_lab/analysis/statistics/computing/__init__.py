"""What statistics are computed with: intervals, tables read game by game."""
