"""Statistics of buildings and shadows: how long they stand, what ends them."""
