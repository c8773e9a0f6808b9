"""Choosing a move, click by click."""
