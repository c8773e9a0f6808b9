"""Threats and chances: what one action can upset."""
