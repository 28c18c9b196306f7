"""Quatorze."""
