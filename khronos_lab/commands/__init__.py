"""What the `khronos-lab` command can do; `cli.py` offers it."""
