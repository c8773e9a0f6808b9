"""The story of one game as a page: who won, how the money came, and the moves that mattered."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final

from khronos_lab.analysis import (
    DEEDS,
    KeyMoment,
    Span,
    Standing,
    Timeline,
    deeds,
    lead_history,
    moments,
    standings,
    tax_lines,
)
from khronos_lab.board import NOTHING, Markup, page_title, tag
from khronos_lab.core import Entry, move_sentence
from khronos_lab.drawing import PLAYERS, SOURCE_WORDS, draw_income, draw_sources, income_by_source
from khronos_lab.export import plain_words
from khronos_lab.records import GameRecord
from khronos_lab.report.page import (
    Section,
    data_table,
    folded,
    paragraph,
    picture,
    replay_data,
    replay_link,
    replay_room,
    report_page,
)
from khronos_lab.rulebook import AGES, say

TOLD: Final = 5
"""How many effects of a moment are told at once."""


def story_html(
    record: GameRecord, *, most: int = 3, version: str = "", extra: Sequence[Section] = ()
) -> str:
    """The page of a game: how it ended, `most` key moments that replay in place, where money came.

    `extra` are sections that somebody else made; they come after the moments. The same arguments
    give the same page, byte for byte.
    """
    timeline = Timeline.of(record)
    with plain_words():
        sections = [*_sections(record, timeline, most, extra)]
    title, lead = page_title(record), _lead(record, timeline)
    games = [replay_data(record, timeline)] if timeline.moves else []
    return report_page(title, lead, sections, games, version)


def _sections(
    record: GameRecord, timeline: Timeline, most: int, extra: Sequence[Section]
) -> Iterator[Section]:
    if timeline.moves:
        yield _moments(record, timeline, most)
    yield _result(timeline)
    if timeline.moves:
        yield from extra
        yield _money(timeline)
        yield _taxes(timeline)
        yield _done(timeline)
        yield _telling(timeline)


# ------------------------------------------------------------------ the beginning and the end


def _lead(record: GameRecord, timeline: Timeline) -> list[Markup]:
    tags, rules, grid = record.tags, record.start.rules, record.start.grid.name
    known = [tags[key] for key in ("Site", "Date") if tags.get(key, "").strip(" ?.")]
    options = [rule.words(value) for rule, value in rules.unusual() if rule.name != "edition"]
    place = f"{say('report-map')} {grid}" if grid else ""
    setting = (*known, place, say(f"edition-{rules.edition.value}"), *options)
    said = " · ".join(filter(None, setting))
    found = [paragraph(_how_it_ended(timeline), "lead"), paragraph(said, "muted")]
    if record.line.comment:
        found.append(tag("blockquote", record.line.comment))
    if record.problem is not None:
        found.append(paragraph(say("story-problem", reason=record.problem), "limits"))
    return found


def _how_it_ended(timeline: Timeline) -> str:
    ranked = standings(timeline)
    names, most = tuple(each.name for each in ranked if each.rank == 1), ranked[0].coins
    last = timeline.moves[-1].after if timeline.moves else timeline.start
    if not last.over:
        return say("story-unfinished", round=last.round, leaders=names, n=most)
    if len(names) > 1:
        return say("story-shared", winners=names, n=most)
    second = ranked[1].coins
    behind = tuple(each.name for each in ranked if each.coins == second)
    return say("story-won", winner=names, n=most, margin=most - second, second=behind)


def _result(timeline: Timeline) -> Section:
    found = standings(timeline)
    sources = [source for source in SOURCE_WORDS if source != "spent"]
    words = [SOURCE_WORDS[source] for source in (*sources, "spent")]
    head = [say(key) for key in ("report-rank", "word-player", *words, "word-coins")]
    rows = [[each.rank, _player(each), *_sums(timeline, each, sources)] for each in found]
    names = timeline.start.names
    led = [
        say("story-lead_from", leader=names[seat], round=number)
        for number, seat in lead_history(timeline)
    ]
    parts = (
        data_table(head, rows, first=sum(each.rank == 1 for each in found)),
        paragraph(say("story-lead", leaders=", ".join(led)) if led else ""),
        paragraph(_happened(timeline)),
    )
    return Section("result", say("report-result"), parts)


def _sums(timeline: Timeline, standing: Standing, sources: Sequence[str]) -> list[int]:
    """What a player began with, earned by source, spent, and has."""
    if not timeline.moves:
        own = timeline.start.players[standing.seat].coins
        return [own if source == "start" else 0 for source in (*sources, "spent")] + [own]
    sums = income_by_source(timeline, standing.seat)
    return [*(sums[source][-1] for source in sources), -sums["spent"][-1], standing.coins]


def _player(standing: Standing) -> Markup:
    """A player's name behind a spot of his colour."""
    spot = Markup(
        '<svg class="pawn" width="14" height="14" viewBox="0 0 14 14" aria-hidden="true">'
        f'<circle cx="7" cy="7" r="5.5" fill="{PLAYERS[standing.seat].colour}" stroke="#777" '
        'stroke-width="1.5"/></svg>'
    )
    return tag("span", spot, standing.name)


def _happened(timeline: Timeline) -> str:
    done = deeds(timeline)
    whole = {deed: sum(each[deed] for each in done) for deed in DEEDS}
    erased = sum(whole[f"erased_{whose}"] for whose in ("other", "own", "nobody"))
    numbers = {name: whole[name] for name in ("cast", "blocked", "split", "shrunk")}
    return say("story-happened", **numbers, erased=erased, joined=whole["join"])


# ------------------------------------------------------------------ money and deeds


def _money(timeline: Timeline) -> Section:
    curve, sources = (
        picture(draw(timeline), say(key), wide=True)
        for draw, key in ((draw_income, "title-income"), (draw_sources, "title-sources"))
    )
    return Section("money", say("report-course"), (curve, sources))


def _taxes(timeline: Timeline) -> Section:
    names, found = timeline.start.names, tax_lines(timeline)
    words = ("word-round", "word-player", *AGES, "report-all", "report-missed")
    rows = [
        [line.round, names[line.seat], *line.collected, sum(line.collected), line.missed]
        for line in found
    ]
    tax, missed = (sum(row[column] for row in rows) for column in (-2, -1))  # type: ignore[misc]
    bonus = sum(income_by_source(timeline, seat)["bonus"][-1] for seat in range(len(names)))
    told = say("story-taxes", tax=tax, n=tax + bonus, missed=missed)
    table = data_table([say(each) for each in words], rows) if rows else NOTHING
    return Section("taxes", say("report-taxes"), (paragraph(told), table))


def _done(timeline: Timeline) -> Section:
    head = [say("word-player"), *(say(f"report-deeds-{deed}") for deed in DEEDS)]
    rows = [
        [name, *(done[deed] for deed in DEEDS)]
        for name, done in zip(timeline.start.names, deeds(timeline), strict=True)
    ]
    return Section("deeds", say("report-deeds"), (data_table(head, rows),))


# ------------------------------------------------------------------ moments


def _moments(record: GameRecord, timeline: Timeline, most: int) -> Section:
    found = moments(timeline, most)
    parts = [*map(_moment, found)] or [paragraph(say("report-moments-none"))]
    first = found[0].span.first if found else 0
    room = replay_room(page_title(record), 0, first, is_open=True)
    return Section("moments", say("report-key_moments"), (*parts, room))


def _moment(moment: KeyMoment) -> Markup:
    span, node = moment.span, moment.span.node
    badges = [tag("span", say(f"report-deeds-{sort}"), class_="badge") for sort in moment.sorts]
    mark = f" {node.mark}" if node is not None and node.mark else ""
    move = f": {move_sentence(span.log)}{mark}" if span.log else ""
    heading = (
        f"{say('word-round').capitalize()} {span.before.round}, {span.before.player.name} "
        f"({node.label if node is not None else span.turn}){move}"
    )
    return tag(
        "article",
        tag("h3", heading, id=f"step-{span.first}"),
        tag("p", *badges, replay_link(say("report-watch"), 0, span.first)),
        tag("blockquote", node.comment) if node is not None and node.comment else NOTHING,
        told(span.log, TOLD),
    )


def told(log: Sequence[Entry], most: int) -> Markup:
    """The sentences of a move, each below its cause."""
    deep: list[int] = []
    items = []
    for entry in log:
        deep.append(0 if entry.cause is None else deep[entry.cause] + 1)
        items.append(tag("li", entry.text(), class_=f"d{min(deep[-1], 3)}"))
    shown = tag("ol", *items[:most], class_="told")
    if len(items) <= most:
        return shown
    rest = say("story-more_effects", number=len(items) - most)
    return tag("div", shown, folded(rest, tag("ol", *items[most:], class_="told")))


# ------------------------------------------------------------------ everything


def _telling(timeline: Timeline) -> Section:
    parts = []
    for number, spans in groupby(timeline.moves, lambda span: span.before.round):
        turns = [
            part
            for _, moves in groupby(spans, lambda span: span.turn)
            for part in _turn(list(moves))
        ]
        title = f"{say('word-round').capitalize()} {number}"
        parts.append(folded(title, *turns))
    return Section("telling", say("report-telling"), tuple(parts))


def _turn(moves: Sequence[Span]) -> Iterator[Markup]:
    first = moves[0]
    label = first.node.label if first.node is not None else str(first.turn)
    yield tag("h3", f"{label} {first.before.player.name}")
    for span in moves:
        written = "" if span.node is None else f"{span.node.text}{span.node.mark}"
        yield tag("p", tag("b", span.sentence()), title=written)
        yield told(span.log, len(span.log))
        if span.node is not None and span.node.comment:
            yield tag("blockquote", span.node.comment)
