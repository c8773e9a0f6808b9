"""The page for those who carry on names files that are there."""

from __future__ import annotations

import re

from tests.support import ROOT

PAGES = (".github/CONTRIBUTING.md", "tests/README.md")
NAMED = re.compile(r"`(?:python -m pytest )?([\w./]+\.(?:py|pyi|md|c|h|js|css|ftl|toml|txt|cff))\b")
PLACEHOLDERS = re.compile(r"(^|/|_)(my_\w+|name\.txt)")
SEARCHED = ("khronos_lab", "tests", "data", ".github")


def test_files_that_are_named_exist():
    known = [
        f"/{path.relative_to(ROOT).as_posix()}"
        for folder in SEARCHED
        for path in (ROOT / folder).rglob("*.*")
    ]
    known += [f"/{path.name}" for path in ROOT.iterdir()]
    for page in PAGES:
        text = (ROOT / page).read_text("utf-8")
        named = [each for each in NAMED.findall(text) if not PLACEHOLDERS.search(each)]
        assert len(named) > 3
        assert [each for each in named if not any(k.endswith(f"/{each}") for k in known)] == []
