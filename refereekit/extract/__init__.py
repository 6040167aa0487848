"""PDF to records: the only place that knows PDF libraries."""

from refereekit.extract.reader import extract_paper

__all__ = ["extract_paper"]
