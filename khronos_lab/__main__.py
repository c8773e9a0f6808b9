"""`python -m khronos_lab` is the `khronos-lab` command."""

from khronos_lab.commands import main

if __name__ == "__main__":
    main(prog_name="khronos-lab")
