"""What compiled code shares. Only solvers and players import it: most of it loads Numba, which takes its time."""
