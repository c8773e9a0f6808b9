"""How players that look ahead judge: estimates, the worth of a table, other hands."""
