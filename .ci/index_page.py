"""What a page of a package index needs: addresses of the project, and of all that its README shows.

Whoever publishes says where the project lives: `KHRONOS_LAB_HOME`, the address of the repository.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface


class IndexPage(MetadataHookInterface):
    """The README with absolute links, and the project's addresses."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Fill in what `pyproject.toml` calls dynamic."""
        text = Path(self.root, "README.md").read_text("utf-8")
        if home := os.environ.get("KHRONOS_LAB_HOME", "").rstrip("/"):
            files = f"{home}/blob/HEAD"
            text = re.sub(r"\]\((?=data/pictures/)", f"]({home}/raw/HEAD/", text)
            text = re.sub(r"\]\((?!\w+:|#)", f"]({files}/", text)
            issues, changes = f"{home}/issues", f"{files}/CHANGELOG.md"
            metadata["urls"] = {"Source": home, "Issues": issues, "Changelog": changes}
        metadata["readme"] = {"content-type": "text/markdown", "text": text}
