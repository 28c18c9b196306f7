"""The web server: every answer is a pure function of the record in the address."""


class CannotServe(ValueError):
    """The address cannot be had; the message says why in a sentence."""


class PortTaken(CannotServe):
    """Another program listens at the port."""
