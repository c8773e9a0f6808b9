"""Programs that make what the project ships: pictures, the sample, the weights of the players."""
