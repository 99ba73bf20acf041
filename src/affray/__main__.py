"""The command `affray`, and `python -m affray`. Ctrl-C is heard as soon as Python is there."""

import sys

STOPPED = 130


def run() -> None:
    try:
        from affray.cli import main

        main(prog_name="affray")
    except KeyboardInterrupt:
        print("Stopped.", file=sys.stderr)
        sys.exit(STOPPED)


if __name__ == "__main__":
    run()
