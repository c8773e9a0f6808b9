"""Trying other moves in a replay, and keeping them as variations."""
