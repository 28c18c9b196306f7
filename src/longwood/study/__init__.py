"""Studies: a question asked of many deals, its answers kept as tables in a folder, which no interruption damages."""


class StudyError(ValueError):
    """A study cannot do what was asked; the message says why in a sentence."""


class StudyStopped(StudyError):
    """A study had to stop on the way. What is done is kept, and the same command resumes it."""
