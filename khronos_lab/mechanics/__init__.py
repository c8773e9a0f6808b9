"""The rules: one module for each letter of the rules page."""
