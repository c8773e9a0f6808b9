"""`khronos-lab docs`: the reference, the notebooks and the gallery as pages."""
