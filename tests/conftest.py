"""How Hypothesis works here: no deadlines, and in CI the same examples every time.

`HYPOTHESIS_PROFILE` chooses another way, for example for `python -m pytest tests/properties`:
`replay` finds what CI found and shrinks it, which may take minutes; `thorough` looks ten times as
long.
"""

from __future__ import annotations

import os

from hypothesis import HealthCheck, Phase, settings

# One browser and one JupyterLab a worker, whichever folder a test in a browser lies in.
from tests.browser.fixtures import chromium as chromium
from tests.browser.fixtures import folder as folder
from tests.browser.fixtures import window as window

settings.register_profile(
    "desk",
    deadline=None,
    max_examples=40,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.register_profile(
    "replay", settings.get_profile("desk"), derandomize=True, database=None, print_blob=True
)
settings.register_profile(
    "automatic", settings.get_profile("replay"), phases=(Phase.explicit, Phase.generate)
)
settings.register_profile("thorough", settings.get_profile("desk"), max_examples=400)
settings.load_profile(
    os.environ.get("HYPOTHESIS_PROFILE") or ("automatic" if os.environ.get("CI") else "desk")
)
