"""What a command ends with, where that is not 0. The help of a command says when."""

STOPPED = 1
"""A study had to stop on the way, or something in it is wrong."""
BAD_INPUT = 2
DISAGREES = 4
"""The plain search contradicts the solver: one of them has a bug."""
FAILED = 70
"""A bug of ours, as sysexits.h has it: Python's own 1 would read as "lost"."""
INTERRUPTED = 130
PIPE_CLOSED = 141
"""What a shell reports of a program that wrote into a closed pipe."""
