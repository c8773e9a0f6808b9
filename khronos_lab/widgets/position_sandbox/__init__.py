"""The sandbox: an editor for positions."""
