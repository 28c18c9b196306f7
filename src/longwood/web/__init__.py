"""The web server: every answer is a pure function of the record in the address."""
