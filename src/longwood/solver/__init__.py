"""Proven verdicts, winning lines and best scores."""
