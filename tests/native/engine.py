"""Tests that need the compiled engine: skipped without it, but not where it must be there."""

from __future__ import annotations

import os

import pytest

from khronos_lab.native import is_there

needs_engine = pytest.mark.skipif(
    not is_there() and os.environ.get("KHRONOS_LAB_NATIVE") != "must",
    reason="the compiled engine is not installed",
)
