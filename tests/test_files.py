"""Reading a user's file and writing one that nobody sees half of."""

from __future__ import annotations

import hashlib
import os
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from refereekit.errors import InputError, PdfError, StoreError
from refereekit.files import read_regular_file, write_atomically


def refused(path: Path, limit: int = 100) -> str:
    with pytest.raises(InputError) as caught:
        read_regular_file(path, limit=limit)
    message = str(caught.value)
    assert message.startswith(f"{path}: ")
    assert "\n" not in message
    return message


def test_a_regular_file_and_a_link_to_one_are_read(tmp_path: Path) -> None:
    path = tmp_path / "paper.pdf"
    path.write_bytes(b"abc")
    link = tmp_path / "link.pdf"
    link.symlink_to(path)
    assert read_regular_file(path, limit=3) == b"abc"
    assert read_regular_file(link, limit=3) == b"abc"


def test_what_is_no_regular_file_is_refused(tmp_path: Path) -> None:
    assert "no such file" in refused(tmp_path / "missing.pdf")
    assert "a directory" in refused(tmp_path)
    assert "a device" in refused(Path("/dev/null"))
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    assert "a FIFO" in refused(fifo)
    loop = tmp_path / "loop"
    loop.symlink_to(loop)
    assert "a loop of symbolic links" in refused(loop)
    (tmp_path / "file").touch()
    assert "cannot be opened" in refused(tmp_path / "file" / "below")


def test_a_socket_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with socket.socket(socket.AF_UNIX) as bound:
        bound.bind("s")
        assert "cannot be opened" in refused(tmp_path / "s")


def test_a_file_over_the_limit_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "large"
    path.write_bytes(bytes(11))
    assert "larger than the limit of 10 bytes" in refused(path, limit=10)
    assert len(read_regular_file(path, limit=11)) == 11


def test_the_error_class_is_the_callers(tmp_path: Path) -> None:
    with pytest.raises(PdfError):
        read_regular_file(tmp_path, limit=1, error=PdfError)


def test_writing_replaces_the_whole_file(tmp_path: Path) -> None:
    path = tmp_path / "records.json"
    path.write_bytes(b"the old content, longer than the new")
    digest = write_atomically(path, [b"new ", b"content"])
    assert path.read_bytes() == b"new content"
    assert digest == hashlib.sha256(b"new content").hexdigest()
    assert [p.name for p in tmp_path.iterdir()] == ["records.json"]


def test_a_failing_source_leaves_the_old_file_and_no_temporary(tmp_path: Path) -> None:
    path = tmp_path / "records.json"
    path.write_bytes(b"old")

    def chunks() -> Iterator[bytes]:
        yield b"half of"
        raise RuntimeError("killed here")

    with pytest.raises(RuntimeError):
        write_atomically(path, chunks())
    assert path.read_bytes() == b"old"
    assert [p.name for p in tmp_path.iterdir()] == ["records.json"]


def test_a_directory_that_is_gone_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match=r"cannot be written: No such file"):
        write_atomically(tmp_path / "gone" / "records.json", [b"x"])
