"""Reading a draft: bytes to text, text to claims."""

from refereekit.draft.parse import parse_draft
from refereekit.draft.source import decode_draft

__all__ = ["decode_draft", "parse_draft"]
