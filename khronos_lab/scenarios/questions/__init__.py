"""Questions about a move, their answers by the engine, and the reasons."""
