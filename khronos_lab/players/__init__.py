"""Players: what one is, what it sees, games of players, and those that come with khronos_lab."""
