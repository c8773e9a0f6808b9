"""Lessons as pages that need no Python."""
