"""Bytes of a draft: every encoding that is read, every file that is refused."""

from __future__ import annotations

import hashlib

import pytest

from refereekit.draft import decode_draft
from refereekit.errors import DraftError

TEXT = 'They write "a naïve first estimate” — p. 3 – and “cafés”.\r\n'


@pytest.mark.parametrize(
    "data",
    [
        TEXT.encode(),
        TEXT.encode("utf-8-sig"),
        TEXT.encode("utf-16"),
        b"\xfe\xff" + TEXT.encode("utf-16-be"),
        TEXT.encode("utf-16-le"),
        TEXT.encode("utf-16-be"),
        TEXT.encode("utf-32"),
        TEXT.encode("cp1252"),
    ],
    ids=[
        *("utf-8", "utf-8-sig", "utf-16", "utf-16-be-mark", "utf-16-le", "utf-16-be"),
        *("utf-32", "cp1252"),
    ],
)
def test_encodings(data: bytes) -> None:
    draft = decode_draft(data, "report.txt")

    assert draft.text == TEXT
    assert draft.name == "report.txt"
    assert draft.sha256 == hashlib.sha256(data).hexdigest()


def test_latin_1() -> None:
    assert decode_draft("naïve café".encode("latin-1"), "a").text == "naïve café"


def test_two_encodings_in_one_file() -> None:
    data = "a naïve “estimate”\n".encode() + "a naïve “estimate”\n".encode("cp1252")

    assert decode_draft(data, "a").text == "a naïve “estimate”\n" * 2


@pytest.mark.parametrize(
    "encoding", ["cp1252", "mac_roman", "cp437", "cp1251", "latin-1"]
)
def test_a_text_once_read_in_another_encoding(encoding: str) -> None:
    misread = "They write “a naïve estimate”.".encode().decode(encoding, "replace")

    draft = decode_draft(f"{misread}\r\nand “so”.\n".encode(), "a")

    assert draft.text == "They write “a naïve estimate”.\r\nand “so”.\n"


def test_bytes_that_a_misreading_lost() -> None:
    misread = "“a well‐known estimate” (p. 1)".encode().decode("cp1252", "ignore")
    replaced = "“a well‐known estimate” (p. 1)".encode().decode("cp1252", "replace")

    assert decode_draft(replaced.encode(), "a").text == "“a well‐known estimate” (p. 1)"
    assert "estimate” (p. 1)" in decode_draft(misread.encode(), "a").text


@pytest.mark.parametrize(
    "text", ["Ângstrom, Â and ΓÇ΄, â, ‚Ärger‘", "SÃO PAULO, ‘Ähnlich’"]
)
def test_letters_that_are_no_misreading(text: str) -> None:
    assert decode_draft(text.encode(), "a").text == text


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_mac_roman(end: str) -> None:
    text = f"On p. 1 – “a naïve first estimate”{end}isn’t one – or «deux cafés».{end}"

    assert decode_draft(text.encode("mac_roman"), "a").text == text


def test_a_mark_before_bytes_that_are_not_utf_8() -> None:
    data = b"\xef\xbb\xbf" + "a naïve estimate".encode("cp1252")

    assert decode_draft(data, "a").text == "a naïve estimate"


def test_nuls_keep_their_positions() -> None:
    text = 'A \0\0 "stable over the first year" (p. 1).'

    assert decode_draft(text.encode(), "a").text == text


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "empty"),
        (b" \r\n\t\n", "empty"),
        (b"\xef\xbb\xbf\n", "empty"),
        (b"\0\0\0", "empty"),
        (b"%PDF-1.4\n", "a PDF, not a text draft"),
        (b"junk %PDF-1.4\n\0\0", "a PDF, not a text draft"),
        (b"\x1f\x8b\x08", "a gzip archive"),
        (b"{\\rtf1 words}", "a rich text file"),
        (b"\x89PNG\r\n", "a picture"),
        (bytes(range(256)) * 20, "binary"),
        (b"words \0\0\0" * 400, "binary"),
        (b"\xff\xfea\0\x00\xd8", "broken UTF-16 at byte 2"),
        (b"\xff\xfe\0\0abc", "broken UTF-32 at byte"),
    ],
)
def test_refusals_say_where_what_and_what_to_do(data: bytes, words: str) -> None:
    with pytest.raises(DraftError) as refused:
        decode_draft(data, "report.txt")

    message = str(refused.value)
    assert message.startswith("report.txt: ")
    assert words in message
    assert "; " in message
    assert "\n" not in message


def test_a_draft_of_characters_that_were_lost_is_no_text() -> None:
    # Python calls U+FFFD printable; it stands where another program lost something.
    with pytest.raises(DraftError, match="binary"):
        decode_draft(("lost \ufffd\ufffd words " * 40).encode(), "report.txt")


def test_a_few_lost_characters_do_not_keep_a_draft_from_being_read() -> None:
    text = "They write \ufffda naive estimate\ufffd on p. 3.\n" + "More words. " * 20
    assert decode_draft(text.encode(), "report.txt").text == text
