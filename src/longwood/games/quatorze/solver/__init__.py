"""The solver: it may restate rules for speed, and never has the last word."""
