"""Whether a caption of some kind carries exactly the label that a draft names."""

from __future__ import annotations

from refereekit.claims import Claim
from refereekit.labels import label_key
from refereekit.records import Caption, CaptionKind, Paper
from refereekit.verdicts import Anchor, Finding, Reason

__all__ = ["check_caption"]


def check_caption(claim: Claim, kind: CaptionKind, label: str, paper: Paper) -> Finding:
    """Return a PASS where a caption of `kind` carries `label`, else a FAIL."""
    found = [
        caption
        for caption in paper.captions
        if caption.kind is kind and label_key(caption.label) == label_key(label)
    ]
    if not found:
        return Finding(
            claim,
            Reason.ABSENT,
            f"{kind.value} ({label}) is unresolved: no {kind.value} caption with this "
            "label was read; this is no evidence that the paper lacks it",
        )
    pages = " and ".join(dict.fromkeys(_page_name(c, paper) for c in found))
    return Finding(
        claim,
        Reason.FOUND,
        f"a {kind.value} caption carries this label on {pages}",
        tuple(Anchor(c.page_number, bboxes=(c.bbox,)) for c in found),
    )


def _page_name(caption: Caption, paper: Paper) -> str:
    page = paper.page(caption.page_number)
    return page.name if page else f"page {caption.page_number}"
