"""Scenarios: small positions that teach a clause each, and exercises that the engine checks."""
