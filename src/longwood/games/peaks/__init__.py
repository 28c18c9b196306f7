"""Triple Peaks and Elevator: heaps of cards that cover each other."""
