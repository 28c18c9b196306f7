"""The analyst behind the server: worker processes that answer questions step by step, and a queue before them.

The server's own process imports neither Numba nor the solver: it passes questions on and sends what comes back.
"""
