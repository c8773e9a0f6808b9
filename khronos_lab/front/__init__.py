"""The front door: `Game` and `Dataset`, from which everything else is found by tab completion."""
