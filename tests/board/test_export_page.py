from __future__ import annotations

import base64
import hashlib
import json
import re
from functools import cache
from html.parser import HTMLParser
from itertools import chain
from pathlib import Path
from typing import Any

import khronos_lab as kl
from khronos_lab.board import page_html
from khronos_lab.export import export_game
from khronos_lab.lessons import scenarios
from khronos_lab.records import GameRecord, Study, read_games, read_record, record_text
from khronos_lab.rulebook import KhronosError, data_file
from tests.board.hostile import BAD, hostile_record
from tests.board.unpacking import unpacked
from tests.simulation.reviewed import game as reviewed_game
from tests.simulation.reviewed import glanced

GAMES = sorted(data_file("games").glob("*.khr"))
LIMITS = {2: 79_000, 3: 84_000, 4: 89_000, 5: 100_000}
"""By players: the bytes of a page."""
COACHED = 150_000
"""The bytes of a page with its review inside."""


@cache
def record_of(path: Path) -> GameRecord:
    game = next(iter(read_games(path)))
    assert isinstance(game, GameRecord)
    return game


@cache
def page_of(path: Path) -> str:
    return page_html(record_of(path))


def game(start: str) -> Path:
    return next(path for path in GAMES if path.name.startswith(start))


@cache
def parts(page: str) -> tuple[str, str, dict]:
    """The style, the script and the data of a page."""
    found = re.search(r'<script type="application/octet-stream" id="data">([^<]*)<', page)
    assert found
    style, script, facts = unpacked(found[1]).split("\0")
    return style, script, json.loads(facts)


def rows(columns: dict[str, list]) -> list[dict]:
    """Facts that lie in columns, as rows, the way `page.js` reads them."""
    facts = [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]
    return [{key: each for key, each in row.items() if each != ""} for row in facts]


@cache
def data_of(page: str) -> dict:
    data = parts(page)[2]
    lines = {
        name: line | {"steps": rows(line["steps"]), "moves": rows(line["moves"])}
        for name, line in data["lines"].items()
    }
    shapes = [
        [*chain.from_iterable(zip(looks, paths, strict=True))]
        for looks, paths in zip(*data["shapes"], strict=True)
    ]
    return data | {"lines": lines, "shapes": shapes}


class Tags(HTMLParser):
    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(page)

    def handle_starttag(self, tag, attrs) -> None:
        self.found.append((tag, dict(attrs)))


# ------------------------------------------------------------------ size, sameness, nothing outside


def test_a_page_is_small_enough_for_a_mail():
    for path in GAMES:
        assert len(page_of(path).encode()) <= LIMITS[len(record_of(path).names)], path.name


def test_a_page_with_the_coach_inside_says_what_the_review_says(tmp_path):
    path = export_game(reviewed_game(), tmp_path / "game.html", review=glanced())
    page = path.read_text("utf-8")
    assert len(page.encode()) <= COACHED
    review = data_of(page)["review"]
    assert [each["mark"] for each in review["turns"]] == [each.mark for each in glanced().turns]
    assert "review" not in data_of(page_of(game("03")))
    for turn in review["turns"]:
        for clause in re.findall(r"\(([A-Z]\d\w?)\)", turn.get("why", [""])[0]):
            assert data_of(page)["clauses"][clause]
    # Of hands that are hidden a better turn would tell.
    export_game(reviewed_game(), path, review=glanced(), hide_hands=True)
    assert "review" not in data_of(path.read_text("utf-8"))


def test_a_page_is_the_same_bytes_when_it_is_made_again():
    path = game("03")
    again = next(iter(read_games(path)))
    assert isinstance(again, GameRecord)
    assert page_html(again) == page_of(path)


def test_nothing_in_a_page_points_outside_it():
    page = page_of(game("03"))
    for tag, facts in Tags(page).found:
        assert not {"src", "srcset", "action", "data"} & set(facts), (tag, facts)
        assert facts.get("href") in (None, "data:,")
        assert not [fact for fact in facts if fact.startswith("on")]
    whole = "".join((page, *parts(page)[:2]))
    assert set(re.findall(r"https?://[^\s\"'<>]+", whole)) == {"http://www.w3.org/2000/svg"}
    assert "url(" not in whole
    assert "@import" not in whole


def test_the_policy_allows_these_scripts_and_this_style_and_nothing_else():
    page = page_of(game("03"))
    policy = next(f["content"] for _, f in Tags(page).found if "http-equiv" in f)
    rules = dict(rule.strip().split(" ", 1) for rule in (policy or "").split(";"))
    loader = page[page.rindex("<script>") + len("<script>") : page.rindex("</script>")]
    style, script, _ = parts(page)
    assert rules["default-src"] == "'none'"
    assert rules["script-src"] == f"'sha256-{digest(loader)}' 'sha256-{digest(script)}'"
    assert rules["style-src"] == f"'sha256-{digest(style)}'"
    assert "unsafe" not in (policy or "")


def digest(text: str) -> str:
    return base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


# ------------------------------------------------------------------ texts are texts


def test_texts_of_a_record_never_become_markup():
    record = hostile_record()
    page = page_html(record)
    plain = page_html(hostile_record(harmless=True))
    assert [tag for tag, _ in Tags(page).found] == [tag for tag, _ in Tags(plain).found]
    for bad in BAD:
        assert bad not in page
    data = data_of(page)
    assert data["names"] == list(record.names)
    assert data["lines"]["[]"]["note"] == record.line.comment


def test_the_record_in_the_page_can_be_read_again():
    for record in (record_of(game("03")), hostile_record()):
        text = data_of(page_html(record))["record"]
        assert text == record_text(record)
        assert read_record(text).line == record.line


# ------------------------------------------------------------------ words and colours


def test_every_word_that_the_page_asks_for_is_there():
    page = page_of(game("03"))
    _, script, data = parts(page)
    words = data["words"]
    asked = set(re.findall(r'say\("([a-z_-]+)"', script))
    asked |= set(re.findall(r'"data-(?:word)": "([a-z_-]+)"', script))
    asked |= set(re.findall(r'data-word="([a-z_-]+)"', page))
    asked |= {f"tip-{tip}" for tip in re.findall(r'"data-tip": "([a-z_-]+)"', script)}
    asked |= set(re.findall(r'"((?:jump|view)-[a-z_-]+)"', script))
    asked = {key for key in asked if not key.endswith("-")}
    assert len(asked) > 50
    assert asked - set(words) == set()
    for english, german in words.values():
        assert english
        assert german


README = """
player Ada: hand ccc
player Ben:
Might     | Faith           | Reason
. . . . . | . . m3B # #     | . . m3% # #
. . . . . | . . #   # #     | . . #   # #
. . . . . | . . #   # #     | . . #   # #
"""


def test_a_board_of_any_size_has_its_page():
    cases: dict[tuple[int, int], Any] = {
        (5, 3): (kl.read_position(README), kl.Build("Might", "town", "b2"))
    }
    for each in scenarios():
        if kl.why_not(each.state, each.action) is None:
            size = each.state.grid.columns, each.state.grid.rows
            cases.setdefault(size, (each.state, each.action))
    assert len(cases) > 10
    for (columns, rows), (state, action) in cases.items():
        try:
            record = Study(GameRecord({}, state)).play([action]).record
        except KhronosError:
            continue  # it asks a question
        data = data_of(page_html(record))
        assert [len(data["map"]["rows"]), len(data["map"]["rows"][0])] == [rows, columns]
