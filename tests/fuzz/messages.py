"""What a refusal must look like."""

from __future__ import annotations


def check_message(message: str) -> None:
    """One printable line that a person can read."""
    assert message.isprintable(), f"the message is not one printable line: {message[:300]!r}"
    assert len(message) < 2000, f"the message is too long: {message[:300]!r}"
    assert message.strip(), "the message is empty"
