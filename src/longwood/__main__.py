"""`python -m longwood` is the command line."""

from longwood.cli import main

if __name__ == "__main__":
    main()
