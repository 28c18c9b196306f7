"""The pure core: cards, positions, games, what a solver answers. Standard library only, and no game by name."""
