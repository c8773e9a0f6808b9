"""A game as a file to send to others: page, film or paper."""
