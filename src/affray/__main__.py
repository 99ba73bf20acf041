"""`python -m affray`: the same as the command `affray`."""

from affray.cli import main

main(prog_name="affray")
