"""What many games say as a page: five findings first, then every question, and games to replay."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

import polars as pl

from khronos_lab.analysis import LazyTables, Timeline
from khronos_lab.export import plain_words
from khronos_lab.questions import (
    FAMILIES,
    QUESTIONS,
    WHO,
    Question,
    Selection,
    cascades,
    label_of,
    longest_cascades,
)
from khronos_lab.records import GameRecord
from khronos_lab.report.page import (
    Section,
    data_table,
    folded,
    limits,
    paragraph,
    picture,
    report_page,
)
from khronos_lab.report.replays import replay_data, replay_link, replay_room
from khronos_lab.rulebook import KhronosError, say
from khronos_lab.viewer import NOTHING, Markup, Part, tag

HEADLINES: Final = ("ratings", "seats", "lead_changes", "income", "survival")
"""What a page opens with; without several players to rate, `comebacks` takes the place of that."""
ROWS: Final = 25
"""Rows of a table that are shown; the rest is counted."""

Finder = Callable[[str], GameRecord]
"""The record of a game by its id; whatever it raises, the page is made without that game."""


def dataset_html(
    asked: Selection,
    *,
    title: str,
    record: Finder,
    prefer: Sequence[str] = (),
    most: int = 3,
    version: str = "",
) -> str:
    """The page of many games; at most `most` of them replay in it.

    Games whose ids begin with one of `prefer` are taken first: those at hand without being played
    again. The same arguments give the same page, byte for byte.
    """
    if not asked.number:
        raise KhronosError(say("report-no_games", title=title))
    asked = asked.for_report()
    answers = standard_answers(asked)
    told = {name: each for name, each in answers.items() if not each.frame.is_empty()}
    replays, shown, why_not = _shown(_examples(asked.whole, prefer, most), record)
    with plain_words():
        sections = [_headlines(told, replays), *_families(told, replays)]
    sections.append(_replays(replays, why_not))
    sections.append(_setting(asked.whole))
    return report_page(title, _lead(asked), sections, shown, version)


def standard_answers(asked: Selection) -> dict[str, Question]:
    """Every question that a report asks, by name."""
    return {
        name: question(asked, **question.report)
        for name, question in QUESTIONS.items()
        if question.report is not None
    }


# ------------------------------------------------------------------ what was played


def _lead(asked: Selection) -> list[Markup]:
    tables = asked.whole
    found = tables.games.select("map", "players").unique().collect()
    maps = sorted({name or say("caption-unknown") for name in found["map"]})
    shown = maps if len(maps) <= 6 else [*maps[:5], "…"]
    sizes = sorted(set(found["players"]))
    span = str(sizes[0])
    if len(sizes) > 1:
        span = f"{span} {say('caption-to')} {sizes[-1]}"
    said = say(
        "story-games",
        games=say("n-games", n=asked.number),
        players=f"{span} {say('word-players')}",
        maps=say("list-and", items=tuple(shown)),
    )
    who = say("report-who", who=tuple(asked.who))
    missing = [paragraph(each, "limits") for each in tables.missing()]
    about = say("report-about_players")
    return [paragraph(said, "lead"), paragraph(who), *missing, limits(about)]


def _setting(tables: LazyTables) -> Section:
    keys = ["players", "edition", "holdem", "who"]
    by_game = tables.games.group_by("game", *keys[:3]).agg(who=WHO.unique().sort().str.join(", "))
    counts = by_game.group_by(keys).len("games").sort(keys).collect(engine="streaming")
    words = ("word-players", "rule-edition", "rule-holdem", "report-names", "word-games")
    rows = [
        [row[0], label_of("edition", row[1]), label_of("holdem", row[2]),
         *row[3:]]
        for row in counts.iter_rows()
    ]  # fmt: skip
    table = data_table([say(key) for key in words], rows)
    return Section("setting", say("report-setting"), (table,))


# ------------------------------------------------------------------ findings


def _headlines(told: dict[str, Question], replays: Mapping[str, _Replay]) -> Section:
    """The findings that come first; they are taken out of what is told."""
    names = [name for name in (*HEADLINES, "comebacks") if name in told][: len(HEADLINES)]
    parts = [_finding(told.pop(name), replays) for name in names]
    return Section("findings", say("report-findings"), tuple(parts))


def _families(told: Mapping[str, Question], replays: Mapping[str, _Replay]) -> Iterator[Section]:
    for family, questions in FAMILIES.items():
        answers = [told[question.name] for question in questions if question.name in told]
        parts = tuple(_finding(each, replays) for each in answers)
        if parts:
            yield Section(family, say(f"report-family_{family}"), parts)


def _finding(answer: Question, replays: Mapping[str, _Replay]) -> Markup:
    """The sentence, its figure, whom it pools; folded its limits and its numbers."""
    said = answer.told(alone=False)
    behind = answer.behind()
    watch = _watch(answer, replays)
    return tag(
        "article",
        tag("h3", said),
        picture(answer.plot(), said),
        tag("p", behind, class_="muted"),
        tag("p", watch) if watch else NOTHING,
        limits(say(answer.limit)),
        folded(say("report-numbers"), *frame_table(answer.frame, replays)),
    )


def _watch(answer: Question, replays: Mapping[str, _Replay]) -> Markup | None:
    """A link to the moment behind an answer, if its game is in the page."""
    if answer.name in replays:
        shown = replays[answer.name]
        return replay_link(f"▶ {shown.words}", shown.number, shown.step)
    return None


def frame_table(rows: pl.DataFrame, replays: Mapping[str, _Replay]) -> Iterator[Markup]:
    """The rows of a frame, at most `ROWS`; a moment of a game in the page is a link to it."""
    games = {each.game: each.number for each in replays.values()}
    shown = rows.head(ROWS)
    cells = [
        [
            replay_link(str(value), games[row["game"]], row["step"])
            if name == "step" and row.get("game") in games and value is not None
            else value
            for name, value in row.items()
        ]
        for row in shown.iter_rows(named=True)
    ]
    yield data_table(shown.columns, cells)
    if rows.height > ROWS:
        yield paragraph(say("story-more_rows", number=rows.height - ROWS), "muted")


# ------------------------------------------------------------------ games to replay


class _Replay(NamedTuple):
    """A game of the page: its id and number there, the step to begin with, and what it shows."""

    game: str
    number: int
    step: int
    words: str


def _examples(
    tables: LazyTables, prefer: Sequence[str], most: int
) -> list[tuple[tuple[str, ...], str, int, dict[str, object]]]:
    """Moments worth a look: the questions they belong to, game, step, and values of their words."""
    if prefer:
        at_hand = pl.any_horizontal(pl.col("game").str.starts_with(f"{each}-") for each in prefer)
        tables = LazyTables(*(each.filter(at_hand) for each in (tables.games, tables.turns,
                                                                tables.events)))  # fmt: skip
    ripple = longest_cascades(cascades(tables.events), 1)
    richest = tables.games.sort("coins", "game", descending=[True, False]).head(1)
    last = tables.turns.filter(pl.col("round") == pl.col("round").max())
    narrow = (
        tables.games.filter("finished")
        .group_by("game")
        .agg(
            (pl.col("coins").top_k(2).max() - pl.col("coins").top_k(2).min()).alias("margin"),
            length=pl.col("step").first(),
        )
        .sort("margin", "length", "game")  # of equals the shortest, which is the smallest to show
        .head(1)
        .join(last.group_by("game").agg(pl.col("step").min()), on="game")
    )
    found = pl.collect_all([ripple, richest, narrow], engine="streaming")
    sorts = (
        (("cascades", "shadows", "paradoxes", "domains"), "report-example_ripple"),
        (("income", "wealth", "how_won"), "report-example_richest"),
        (("lead_changes", "comebacks"), "report-example_narrow"),
    )
    examples = []
    for frame, (questions, key) in zip(found, sorts, strict=True):
        for row in frame.iter_rows(named=True):
            examples.append((questions, row["game"], row["step"], {"key": key, **row}))
    return examples[:most]


def _shown(
    examples: Sequence[tuple[tuple[str, ...], str, int, dict[str, object]]], record: Finder
) -> tuple[dict[str, _Replay], list[Part], str]:
    """By question the game to look at, the data of these games, and why one is missing."""
    found: dict[str, _Replay] = {}
    numbers: dict[str, int] = {}
    games: list[Part] = []
    why_not = ""
    for questions, game, step, facts in examples:
        if game not in numbers:
            try:
                played = record(game)
            except KhronosError as fault:
                why_not = why_not or str(fault)
                continue
            except Exception:  # whatever a player of somebody's own may do: the page needs no game
                continue
            numbers[game] = len(games)
            games.append(replay_data(played, Timeline.of(played)))
        words = _words(facts)
        for name in questions:
            found[name] = _Replay(game, numbers[game], step, words)
    return found, games, why_not


def _words(facts: dict[str, object]) -> str:
    match facts["key"]:
        case "report-example_ripple":
            numbers = {"length": facts["length"], "effects": facts["effects"]}
            return say("report-example_ripple", game=facts["game"], **numbers)
        case "report-example_richest":
            who = {"player": facts["player"], "n": facts["coins"]}
            return say("report-example_richest", game=facts["game"], **who)
        case _:
            margin = facts["margin"]
            return say("report-example_narrow", game=facts["game"], n=margin)


def _replays(replays: Mapping[str, _Replay], why_not: str) -> Section:
    """The rooms of the games, each once."""
    first = {each.number: each for each in reversed([*replays.values()])}
    rooms = [replay_room(each.words, number, each.step) for number, each in sorted(first.items())]
    none = [paragraph(say("report-no_replays"))]
    reason = [paragraph(why_not)] if why_not else []
    return Section("moments", say("report-moments"), (*(rooms or none), *reason))
