from __future__ import annotations

import base64
import hashlib
import html
import json
import re
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

import pytest

from khronos_lab.analysis.timeline import Timeline
from khronos_lab.core.actions import Action
from khronos_lab.core.squares import bits, name, square
from khronos_lab.core.state import cards_text
from khronos_lab.drawing.theme import KIND, MARKS, PLAYERS, TERRAIN
from khronos_lab.engine.legal_actions import legal_actions
from khronos_lab.engine.moves import Outcome, play
from khronos_lab.records.format.reader import read_record
from khronos_lab.records.format.writer import record_text
from khronos_lab.records.game_files import read_games
from khronos_lab.records.model import GameRecord
from khronos_lab.records.tree import played, state_at
from khronos_lab.rulebook.clause_texts import whole_text
from khronos_lab.rulebook.pieces import AGES, KINDS
from khronos_lab.rulebook.resources import data_file
from khronos_lab.viewer.page import page_html
from khronos_lab.viewer.text_packing import unpacked
from tests.viewer.hostile import BAD, hostile_record

GAMES = sorted(data_file("games").glob("*.khr"))
LIMIT = 100_000


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
    found = re.search(r'<script type="application/octet-stream" id="data">([^<&"]*)<', page)
    assert found
    style, script, facts = unpacked(found[1]).split("\0")
    return style, script, json.loads(facts)


def data_of(page: str) -> dict:
    return parts(page)[2]


class Tags(HTMLParser):
    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(page)

    def handle_starttag(self, tag, attrs) -> None:
        self.found.append((tag, dict(attrs)))


# ------------------------------------------------------------------ size, sameness, nothing outside


def test_there_are_games_of_four_players():
    assert sum(len(record_of(path).names) == 4 for path in GAMES) >= 2


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.name)
def test_a_page_has_far_less_than_100_kb(path):
    assert len(page_of(path).encode()) <= 0.8 * LIMIT


def test_a_game_of_four_with_ten_more_variations_has_at_most_100_kb():
    record = record_of(game("03"))
    for number in range(10):
        count = 5 + 9 * number
        state, moves = state_at(record, (), count), list[Action]()
        while len(moves) < 8 and not state.over:
            actions = legal_actions(state)
            for action in actions[7 * number % len(actions) :]:
                result = play(state, action)
                if isinstance(result, Outcome):
                    moves.append(action)
                    state = result.state
                    break
        record = played(record, (), count, moves).record
    page = page_html(record)
    assert len(data_of(page)["lines"]) == len(data_of(page_of(game("03")))["lines"]) + 10
    print(f"\n{len(page.encode()):,} bytes with ten more variations of eight moves each")
    assert len(page.encode()) <= 0.9 * LIMIT


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
    assert data["lines"][0]["note"] == record.line.comment


def test_the_record_in_the_page_can_be_read_again():
    for record in (record_of(game("03")), hostile_record()):
        page = page_html(record)
        text = page[page.rindex("<pre>") + len("<pre>") : page.rindex("</pre>")]
        assert html.unescape(text) == record_text(record)
        assert read_record(html.unescape(text)).line == record.line


# ------------------------------------------------------------------ the data tells the whole game


def fold(data: dict, line: dict, steps: int) -> dict:
    """The table of a page after so many steps of a line, added up as the script does it."""
    if "in" in line:
        parent = data["lines"][line["in"]]
        table = fold(data, parent, line["at"])
    else:
        table = dict(data["scene"])
    for step in line["steps"][:steps]:
        for key, value in step.get("new", {}).items():
            if value is None:
                del table[key]
            else:
                table[key] = value
    return table


def shown(state) -> dict:
    """What a state looks like, told without the code under test."""
    facts = {}
    for age in AGES:
        for building in state.boards[age].buildings.values():
            side = "p" if building.printed else "t"
            if building.ruin:
                side = "h" if building.cubes else "r"
            seats = building.cubes if building.owner is None else (building.owner,)
            key = f"b{int(age)}.{building.square}"
            facts[key] = f"{'mrc'[building.kind]}{building.rank}{side}{''.join(map(str, seats))}"
    for seat, player in enumerate(state.players):
        facts[f"c{seat}"] = player.coins
        facts[f"u{seat}"] = player.cubes
        facts[f"h{seat}"] = cards_text(player.hand, player.hidden)
        facts[f"p{seat}"] = "".join(str(int(age)) for age in player.adventurers)
    for kind in KINDS:
        for rank in (1, 2, 3):
            facts[f"s{'mrc'[kind]}{rank}"] = state.supply[kind][rank]
    return facts


@pytest.mark.parametrize("start", ["03", "06", "07", "08"])
def test_steps_add_up_to_every_state_of_the_main_line(start):
    path = game(start)
    data, timeline = data_of(page_of(path)), Timeline.of(record_of(path))
    line = data["lines"][0]
    assert len(line["steps"]) == len(timeline) - 1
    table = dict(data["scene"])
    for frame in timeline:
        if frame.index:
            table = fold({"scene": table}, {"steps": [line["steps"][frame.index - 1]]}, 1)
        mine = {key: table[key] for key in table if key[0] in "bcuhps"}
        assert mine == shown(frame.state), frame.caption


def variations(timeline: Timeline):
    for span in timeline.moves:
        for number in range(len(span.node.variations if span.node else ())):
            other = timeline.variation(span.number, number)
            yield other
            yield from variations(other)


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.name)
def test_every_variation_ends_in_its_own_state(path):
    data, timeline = data_of(page_of(path)), Timeline.of(record_of(path))
    others = list(variations(timeline))
    assert len(data["lines"]) == 1 + len(others)
    ends = sorted(
        json.dumps(
            {k: v for k, v in fold(data, line, 9999).items() if k[0] in "bcuhps"}, sort_keys=True
        )
        for line in data["lines"][1:]
    )
    assert ends == sorted(json.dumps(shown(other[-1].state), sort_keys=True) for other in others)


def test_captions_come_in_both_languages_with_their_clause():
    path = game("08")
    data, timeline = data_of(page_of(path)), Timeline.of(record_of(path))
    for frame, step in zip(list(timeline)[1:], data["lines"][0]["steps"], strict=True):
        clause, english, german = data["captions"][step["say"]]
        assert frame.entry is not None
        assert f"{english[:-1]} ({clause})." == frame.entry.text("en")
        assert f"{german[:-1]} ({clause})." == frame.entry.text("de")
        assert data["clauses"][clause] == [whole_text(clause, "en"), whole_text(clause, "de")]
        if frame.causes:
            assert frame.step - step["why"] == frame.causes[-1].step
        else:
            assert "why" not in step


def test_domains_say_who_holds_them_and_what_they_pay():
    path = game("08")
    data = data_of(page_of(path))
    table = fold(data, data["lines"][0], 9999)
    state = Timeline.of(record_of(path))[-1].state
    for age in AGES:
        firsts = {name(next(bits(domain.mask))) for domain in state.boards[age].domains}
        keys = [key for key in table if key.startswith(f"d{int(age)}.")]
        assert {name(int(key.split(".")[1])) for key in keys} == firsts
    # 4.W: three coins for the town at h7 in Might, and as much for n4 in Faith (X2).
    assert table[f"d0.{square('f7')}"][1:] == [3, "1", "1"]
    assert table[f"d1.{square('n2')}"][1:] == [3, "1", "1"]


def test_moves_marks_comments_and_turns_are_those_of_the_record():
    path = game("03")
    record, data = record_of(path), data_of(page_of(path))
    moves = data["lines"][0]["moves"]
    assert [move["text"] for move in moves] == [node.text for node in record.line.nodes]
    assert [move.get("mark", "") for move in moves] == [node.mark for node in record.line.nodes]
    assert [move.get("note", "") for move in moves] == [node.comment for node in record.line.nodes]
    assert sum(move["steps"] for move in moves) == len(data["lines"][0]["steps"])
    assert sum(move.get("ends", 0) for move in moves) == 28


# ------------------------------------------------------------------ words and colours


def test_every_word_that_the_page_asks_for_is_there():
    page = page_of(game("03"))
    _, script, data = parts(page)
    words = data["words"]
    page += script
    asked = set(re.findall(r'say\("([a-z_.]+)"\)', page))
    asked |= set(re.findall(r'data-(?:word|label)="([a-z_.]+)"', page))
    asked |= {f"tip.{tip}" for tip in re.findall(r'data-tip="([a-z.]+)"', page)}
    asked |= set(re.findall(r'"((?:jump|view|legend)\.[a-z_.]+)"', page))
    asked = {key for key in asked if not key.endswith(".")}
    assert len(asked) > 50
    assert asked - set(words) == set()
    for english, german in words.values():
        assert english
        assert german


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_page_begins_in_the_language_asked_for(language):
    page = page_html(record_of(game("08")), language=language)
    assert f'<html lang="{language}">' in page


def test_colours_are_those_of_the_theme_and_written_nowhere_else():
    style = parts(page_of(game("04")))[0].lower()
    for colour in (*TERRAIN.values(), *KIND.values(), *(each.colour for each in PLAYERS)):
        assert colour.lower() in style
    for mark in MARKS.values():
        assert mark.colour.lower() in style
    folder = Path(page_html.__code__.co_filename).parent / "browser"
    for file in folder.iterdir():
        assert not re.search(r"#[0-9a-fA-F]{6}\b|rgb\(", file.read_text("utf-8")), file.name
