"""Forty Thieves."""
