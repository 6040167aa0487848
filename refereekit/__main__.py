"""Run `python -m refereekit`."""

from refereekit.cli import main

if __name__ == "__main__":
    main()
