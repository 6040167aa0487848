"""Check every quotation and citation in a referee's report against the paper."""

__version__ = "0.1.0"
