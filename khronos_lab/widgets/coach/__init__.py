"""The coach: the review of a game in the replay, and practice with its mistakes."""
