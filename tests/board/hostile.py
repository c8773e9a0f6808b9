"""A record whose names, tags and comments try to get out of a page."""

from __future__ import annotations

from khronos_lab.core import EndTurn, Travel
from khronos_lab.engine import Outcome, new_game, play
from khronos_lab.records import GameRecord, Line, Recorder
from khronos_lab.rulebook import FAITH, MIGHT

BAD = (
    "</title></script><script>window.bad=1</script>",
    "<img src=x onerror=window.bad=2>",
    "<b onmouseover=window.bad=3>Ann</b>",
    "O'Ben & </script>$x_{$",
    '<!-- <script>window.bad=4</script> ]]> &lt; "quoted" `${data}` $title \\frac$ {}',
    "</pre></script><svg onload=window.bad=5>",
    "<i>other</i>\n</details>",
)


def hostile_record(*, harmless: bool = False) -> GameRecord:
    """A short game with bad texts everywhere, or the same game with good ones."""
    event, site, ann, ben, opening, comment, other = (
        [f"text{number}" for number in range(len(BAD))] if harmless else BAD
    )
    start = new_game((ann, ben), seed=7)
    recorder = Recorder(start, {"Event": event, "Site": site})
    state = start
    for action in (Travel(MIGHT, FAITH), EndTurn()):
        outcome = play(state, action)
        assert isinstance(outcome, Outcome)
        recorder.add(state, action, outcome)
        state = outcome.state
    first, last = recorder.record().line.nodes
    variation = Line((recorder.record().line.nodes[0]._replace(comment=other),), opening)
    nodes = (first._replace(comment=comment, variations=(variation,)), last)
    return GameRecord(recorder.record().tags, start, Line(nodes, opening))
