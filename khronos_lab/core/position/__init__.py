"""Positions as text: written, read, and their boards."""
