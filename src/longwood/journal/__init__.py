"""The journal: every game that a person plays, as its record line with a few facts, kept in a database."""


class JournalError(ValueError):
    """The journal cannot do what was asked; the message says why in a sentence. Play goes on without it."""


class DamagedJournal(JournalError):
    """The database cannot be read: it is moved aside, and a backup may bring the games back."""


class NewerJournal(JournalError):
    """The database was written by a newer Longwood, which knows more than this one."""


class BusyJournal(JournalError):
    """Another program holds the database, or it cannot be reached: later it may do."""


class FullJournal(JournalError):
    """There is no room for another word."""


class BadEntry(JournalError):
    """What should be written is no game, or not one that the rules know."""
