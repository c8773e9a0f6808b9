"""Lessons, practice and the rule index."""
