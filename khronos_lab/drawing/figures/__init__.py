"""Figures of one game or position."""
