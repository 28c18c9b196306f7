"""Terrace and its relatives."""
