"""What compiled code shares. Only solvers and players import it: Numba takes its time to load."""
