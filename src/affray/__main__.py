"""The command `affray`, and `python -m affray`. Ctrl-C is heard as soon as Python is there."""

import errno
import os
import signal
import sys
from contextlib import suppress
from types import FrameType

STOPPED = 130
CANT_WRITE = 2
ENDING = ("SIGTERM", "SIGHUP")  # signals after which nothing half-done is left


def run() -> None:
    try:
        open_missing_streams()
        for name in ENDING:
            listen(name)
        from affray.cli import main

        main(prog_name="affray")
    except KeyboardInterrupt:
        print("Stopped.", file=sys.stderr)
        sys.exit(STOPPED)
    except OSError as error:  # nothing can be printed, not even a help text
        if error.errno != errno.EPIPE:
            print(f"standard output can't be written: {error.strerror or error}", file=sys.stderr)
        sys.exit(CANT_WRITE)
    finally:
        flush_output()


def open_missing_streams() -> None:
    """Say nothing where there is no output (`>&-`). Otherwise the next file that is opened would be the output."""
    while (handle := os.open(os.devnull, os.O_RDWR)) <= 2:
        os.set_inheritable(handle, True)
    os.close(handle)
    for name, form in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, form, encoding="utf-8"))  # noqa: SIM115


def listen(name: str) -> None:
    """End by way of every `finally` when the system asks us to end, unless it is to be ignored (nohup)."""
    number = getattr(signal, name, None)
    if number is not None and signal.getsignal(number) == signal.SIG_DFL:
        signal.signal(number, leave)


def leave(number: int, _: FrameType | None) -> None:
    sys.exit(128 + number)


def flush_output() -> None:
    """Write what is left; where nobody reads it any more, or the disk is full, no traceback follows."""
    try:
        sys.stdout.flush()
    except (OSError, ValueError) as error:
        with suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        if not isinstance(error, BrokenPipeError):
            print(f"standard output can't be written: {getattr(error, 'strerror', None) or error}", file=sys.stderr)
            sys.exit(CANT_WRITE)


if __name__ == "__main__":
    run()
