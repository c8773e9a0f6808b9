"""HTML reprs: cards that values show at the end of a cell.

A card is words and, where there is something to draw, a picture below them: a state its boards, a
move its squares, a timeline its curve. Colours follow JupyterLab's theme. Every name is escaped by
`tag`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import singledispatch
from typing import Final

from khronos_lab.analysis import (
    Frame,
    Review,
    ReviewedTurn,
    Span,
    Timeline,
    heading,
    verdict,
)
from khronos_lab.board import NOTHING, Markup, table, tag, together
from khronos_lab.core import (
    ACTIONS,
    Domain,
    Entry,
    GameState,
    Log,
    Move,
    OpenChoice,
    action_text,
    name,
    option_text,
    question_text,
    violation_text,
)
from khronos_lab.drawing import (
    Drawing,
    draw_boards,
    draw_income,
    draw_move,
    draw_places,
    draw_review,
    draw_shadows,
    draw_squares,
    first_squares,
)
from khronos_lab.engine import FEW, Actions, Choices, Outcome, Preview, Row, rows_of
from khronos_lab.kit import DASH, cards_markup, seat_mark
from khronos_lab.lessons import LESSONS, Scenario
from khronos_lab.players import Described
from khronos_lab.questions import rating_text
from khronos_lab.records import GameRecord, Step
from khronos_lab.report import BOARD_COLOURS, picture
from khronos_lab.rulebook import (
    AGES,
    OWNED_KINDS,
    ROUNDS,
    RULES,
    Edition,
    Number,
    Rule,
    RuleSet,
    Value,
    Violation,
    building_thing,
    catalogue,
    number_text,
    percent_text,
    say,
    whole_text,
)
from khronos_lab.simulation import Ladder

STYLE: Final = Markup("""<style>
.kl-value{color:var(--jp-content-font-color1,inherit);line-height:1.45}
.kl-value p,.kl-value ul,.kl-value figure{margin:0 0 6px}
.kl-value .kl-quiet{color:var(--jp-content-font-color2,#666);font-size:92%}
.kl-value ul{padding:0!important;list-style:none}
.kl-value table{margin:2px 0 8px;border-collapse:collapse;border:0;font-size:inherit}
.kl-value :is(td,th){text-align:left!important;vertical-align:top;padding:2px 14px 2px 0;
background:none;border:0;border-bottom:1px solid var(--jp-border-color2,#ccc);white-space:normal}
.kl-value tr{background:none!important}
.kl-value thead th{font-weight:600;color:var(--jp-content-font-color2,#666)}
.kl-value tbody th{font-weight:inherit}
.kl-value .kl-now th{font-weight:700}
.kl-value .kl-seat{stroke:#888;width:.95em;height:.95em;vertical-align:-.12em;margin-right:4px}
.kl-value .kl-card{display:inline-block;width:1.3em;text-align:center;margin-right:2px;
border-radius:3px;border:1px solid var(--jp-border-color1,#999)}
.kl-value img{max-width:100%;height:auto;background:#fff}
</style>""")


def card_of(value: object) -> str:
    """The HTML of a value: its words, and its picture if it has one."""
    words, drawing = words_of(value), drawing_of(value)
    # What a picture shows is said above it, or else by the value's own text.
    alt = "" if words else str(value)
    shown = NOTHING if drawing is None else picture(drawing, alt, colours=BOARD_COLOURS)
    return tag("div", STYLE, words, shown, class_="kl-value")


@singledispatch
def words_of(value: object) -> Markup:
    """The text of a value's card; empty if its picture is enough."""
    return NOTHING


@singledispatch
def drawing_of(value: object) -> Drawing | None:
    """The picture of a value; None if there is nothing to draw."""
    return None


# ------------------------------------------------------------------ pictures


@drawing_of.register
def _boards_then(frame: Frame) -> Drawing:
    return draw_boards(frame.state, log=() if frame.entry is None else (frame.entry,))


@drawing_of.register
def _effects(move: Outcome | Step | Span) -> Drawing:
    return draw_shadows(move.state if isinstance(move, Outcome) else move.after, move.log)


@drawing_of.register
def _places(actions: Actions) -> Drawing | None:
    state = actions.state
    squares = {} if state is None else first_squares(actions, state.grid)
    return draw_places(state, squares) if state is not None and squares else None


for _action in (Move, *ACTIONS):
    drawing_of.register(_action, draw_move)
drawing_of.register(GameState, draw_boards)
drawing_of.register(GameRecord, lambda record: draw_boards(Timeline.of(record)[-1].state))
drawing_of.register(Scenario, lambda scenario: draw_boards(scenario.state))
drawing_of.register(Domain, lambda domain: draw_squares(domain.mask, anchors=domain.anchors))
drawing_of.register(Timeline, draw_income)
drawing_of.register(Review, draw_review)


# ------------------------------------------------------------------ parts


def _p(*words: str) -> Markup:
    return tag("p", *words)


def _quiet(*words: str) -> Markup:
    return tag("p", *words, class_="kl-quiet")


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> Markup:
    head = [tag("th", words[:1].upper() + words[1:], scope="col") for words in heads]
    return table(head, [[tag("th", first, scope="row"), *rest] for first, *rest in rows])


def _clause(label: str) -> Markup:
    return _quiet(tag("b", label), " ", whole_text(label))


def sentences(log: Sequence[Entry]) -> Markup:
    """What happened, each effect below its cause and a little to the right."""
    depths: list[int] = []
    for entry in log:
        depths.append(0 if entry.cause is None else depths[entry.cause] + 1)
    return tag(
        "ul",
        *(
            tag("li", entry.text(), style=f"margin-left:{1.2 * depth:g}em" if depth else None)
            for entry, depth in zip(log, depths, strict=True)
        ),
    )


def score(state: GameState) -> Markup:
    """The round, who acts, and a row for each player: coins, hand, cubes, adventurers."""
    now = f"{say('word-round').capitalize()} {state.round} {say('shown-of')} {ROUNDS}"
    acting = f"{state.player.name} {say('panel-to_act')}"
    if state.over:
        now, acting = say("panel-game_over"), ""
    words = ("word-player", "word-coins", "word-hand", "word-cubes", "word-adventurers")
    rows = []
    for seat, player in enumerate(state.players):
        moving = seat == state.seat and not state.over
        head = together([seat_mark(seat), player.name, " ▶" if moving else ""])
        cells = [
            tag("b", str(player.coins)),
            cards_markup(player.hand, player.hidden),
            str(player.cubes),
            " · ".join(say(age) for age in player.adventurers),
        ]
        row = [tag("th", head, scope="row"), *(tag("td", cell) for cell in cells)]
        rows.append(tag("tr", *row, class_="kl-now" if moving else None))
    heads = [tag("th", say(word).capitalize(), scope="col") for word in words]
    lines = tag("table", tag("thead", tag("tr", *heads)), tag("tbody", *rows))
    return together([_p(tag("b", now), f" · {acting}" if acting else ""), lines])


words_of.register(GameState, score)
words_of.register(Log, sentences)


# ------------------------------------------------------------------ cards


@words_of.register
def _violation(broken: Violation) -> Markup:
    said = violation_text(broken)
    return together([_p(tag("b", f"{said[:1].upper()}{said[1:]}.")), _clause(broken.clause)])


@words_of.register
def _question(question: OpenChoice) -> Markup:
    names = question.names
    options = [
        (str(number), option_text(question, each, names))
        for number, each in enumerate(question.options)
    ]
    asked = _p(tag("b", question_text(question, names)))
    return together([asked, _table([], options), _clause(question.clause)])


@words_of.register
def _preview(seen: Preview) -> Markup:
    what = action_text(seen.action)
    parts = [_p(tag("b", f"{what[:1].upper()}{what[1:]}"))]
    if seen.violation is not None:
        return together([*parts, _violation(seen.violation)])
    shown = [entry for entry in seen.log if entry.event.about.effect is not None]
    for age in (None, *AGES):
        told = [tag("li", each.text()) for each in shown if each.event.age is age]
        if told:
            title = say("word-player").capitalize() if age is None else say(age)
            parts += [_quiet(title), tag("ul", *told)]
    gains = [
        f"{seen.log[0].players[seat].name} {change:+}"
        for seat, change in enumerate(seen.coins)
        if change
    ]
    if gains:
        parts.append(_p(f"{say('panel-coins')}: {', '.join(gains)}"))
    if seen.question is not None:
        parts.append(_question(seen.question))
    return together(parts)


@words_of.register
def _actions(actions: Actions | Choices) -> Markup:
    rows = rows_of(actions)
    if not rows:
        return _p(say("shown-no_actions"))
    heads = [say(key) for key in ("word-action", "shown-where", "shown-cost", "word-squares")]
    return _table(heads, [(row.what, row.where, row.cost, _squares(row)) for row in rows])


def _squares(row: Row) -> str:
    if len(row.squares) <= FEW:
        return ", ".join(row.squares)
    few = f"{', '.join(row.squares[:FEW])} … {say('n-squares', n=len(row.squares))}"
    return tag("details", tag("summary", few), ", ".join(row.squares))


@words_of.register
def _player(player: Described) -> Markup:
    key = f"habit-{type(player).__name__}"
    habit = say(key) if key in catalogue() else player.habit
    return _p(tag("b", player.title), " ", habit)


@words_of.register
def _rules(rules: RuleSet) -> Markup:
    rows = [(say(f"rule-{each.name}"), _setting(each, rules), each.clause) for each in RULES]
    rows += [
        (each.words(value), "", each.clause)
        for each, value in rules.unusual()
        if isinstance(each, Number)
    ]
    return _table([say("panel-rules"), "", say("word-clause")], rows)


def _setting(rule: Rule, rules: RuleSet) -> str:
    value: Value = getattr(rules, rule.name)
    if isinstance(value, Edition):
        return say(f"edition-{value.value}")
    # A switch says what is unusual about it.
    return say(f"answer-{'no' if value == rule.default else 'yes'}")


@words_of.register
def _domain(domain: Domain) -> Markup:
    buildings = say("n-buildings", n=len(domain.anchors))
    squares = say("n-squares", n=domain.mask.bit_count())
    where = say("list-and", items=tuple(map(name, domain.anchors)))
    tops = [
        f"{say(kind)}: {say(building_thing(kind, rank))}"
        for kind, rank in zip(OWNED_KINDS, domain.tops, strict=True)
        if rank
    ]
    parts = [_p(tag("b", say("word-domain").capitalize()), f": {buildings}, {squares} ({where})")]
    if tops:
        parts.append(_quiet(f"{say('shown-highest')}: {', '.join(tops)}"))
    return together(parts)


@words_of.register
def _scenario(scenario: Scenario) -> Markup:
    title = tag("b", f"{scenario.id} · {scenario.title.text()}")
    about = f" ({', '.join(scenario.clauses)})"
    lesson = _quiet(LESSONS[scenario.lesson].text())
    return together([_p(title, about), lesson, _p(scenario.question.text()), score(scenario.state)])


@words_of.register
def _ladder(found: Ladder) -> Markup:
    interval, player = say("shown-interval"), say("word-player")
    ratings = [
        (
            row["player"],
            rating_text(row["rating"], row["rating_low"], row["rating_high"]),
            _between(row["rating_low"], row["rating_high"], number_text),
        )
        for row in found.ratings.iter_rows(named=True)
    ]
    duels = [
        (
            f"{row['one']} > {row['other']}", str(row["players"]), percent_text(row["share"], 1),
            _between(row["share_low"], row["share_high"], lambda share: percent_text(share, 1)),
            str(row["clusters"]),
        )
        for row in found.duels.iter_rows(named=True)
    ]  # fmt: skip
    compared = [say("title-duels"), say("word-players"), say("shown-share"), interval]
    return together([
        _table([player, say("shown-rating"), interval], ratings),
        _table([*compared, say("shown-deals")], duels),
    ])  # fmt: skip


def _between(low: float | None, high: float | None, said: Callable[[float], str]) -> str:
    return DASH if low is None or high is None else f"{said(low)} {DASH} {said(high)}"


@words_of.register
def _frame(frame: Frame) -> Markup:
    now = f"{say('word-round').capitalize()} {frame.round} · {frame.state.names[frame.seat]}"
    return together([_p(frame.caption or say("panel-game_start")), _quiet(now)])


@words_of.register
def _line(game: Timeline | GameRecord) -> Markup:
    moves = len(game.moves if isinstance(game, Timeline) else game.line.nodes)
    return _p(
        tag("b", say("list-and", items=tuple(game.start.names))), f" · {say('n-moves', n=moves)}"
    )


@words_of.register
def _outcome(outcome: Outcome | Step | Span) -> Markup:
    return sentences(outcome.log)


@words_of.register
def _reviewed(turn: ReviewedTurn) -> Markup:
    return together([_p(tag("b", heading(turn))), *map(_p, verdict(turn))])
