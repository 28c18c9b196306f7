"""The analyst: what is proven of a position, and what can be estimated from what the player has seen."""
