"""What people write, made what the engine takes: names of things, actions, whole moves in words."""
