"""Figures of statistics: what they show, in both languages, and that they say when it is nothing.

Numbers are read from the artists, never from pixels.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations, pairwise
from typing import Any

import numpy as np
import polars as pl
import pytest
from matplotlib.legend import Legend
from matplotlib.text import Text

import khronos_lab as kl
from khronos_lab.drawing import Drawing, new_figure, theme
from khronos_lab.native import stages, traits
from khronos_lab.questions import (
    QUESTIONS,
    draw_income_worth,
    label_of,
    measure_word,
)
from khronos_lab.rulebook import LANGUAGES, ROUNDS, KhronosError, say
from tests.drawing.games import all_texts
from tests.questions.asked import figure
from tests.questions.figures import FIGURES, LONG, frames
from tests.support import in_language

ALL = sorted(FIGURES)


def drawn(name, frame=None, language=None, **more) -> Any:
    rows = frames(LONG)[name] if frame is None else frame
    case = FIGURES[name]
    usual = {"by": case.by} if case.by is not None else {}
    return in_language(language, figure, case.question, rows, **{**usual, **case.options, **more})


def table(text: str) -> pl.DataFrame:
    """A table from words and numbers; `-` is nothing."""
    names, *lines = (line.split() for line in text.strip().splitlines())
    rows = [[KNOWN[cell] if cell in KNOWN else _number(cell) for cell in line] for line in lines]
    return pl.DataFrame(rows, names, orient="row")


KNOWN = {"-": None, "true": True, "false": False}


def _number(cell: str) -> float | str:
    try:
        return float(cell) if "." in cell else int(cell)
    except ValueError:
        return cell


def said(drawing: Drawing) -> str:
    """All words of a figure in one line."""
    return " ".join(" ".join(all_texts(drawing.figure)).split())


# ------------------------------------------------------------------ what all figures have


@cache
def usual(name: str, language: str) -> Any:
    """A figure of its statistic's frame; for tests that only look at it."""
    return drawn(name, language=language)


def test_every_question_is_among_the_cases():
    alone = {"wealth", "heat", "longest_cascades"}  # wealth and heat draw tables, not rows
    told = {"progress", "worth"}  # need reviews, or values of turns: drawn with their sentences
    # The inventory looks at these.
    of_games = {"adventurers", "domain_sizes", "opening_tree", "style"}
    cases = {case.question for case in FIGURES.values()} | alone | told | of_games
    assert cases == set(QUESTIONS)


@pytest.mark.parametrize("name", ALL)
def test_a_figure_has_its_title_in_both_languages_and_is_drawn_into_axes_that_are_given(name):
    key = FIGURES[name].title
    for language in LANGUAGES:
        assert isinstance(usual(name, language), Drawing)
        assert usual(name, language).figure.get_suptitle() == in_language(language, say, key)
    english, german = (set(all_texts(usual(name, language).figure)) for language in LANGUAGES)
    assert say("caption-no_data") not in english
    assert len(english - german) >= 2
    figure = new_figure(14, 8)
    ax = figure.subplots(1, 2)[1]
    drawing = drawn(name, ax=ax)
    assert drawing.figure is figure
    assert drawing.ax is ax
    assert ax.get_title(loc="left") + ax.get_title() == say(key)
    assert figure.get_suptitle() == ""


@pytest.mark.parametrize("name", ALL)
def test_one_row_is_enough_and_none_gives_a_picture_that_says_so(name):
    frame = frames(LONG)[name]
    assert "keine Daten" in all_texts(drawn(name, frame.head(0), language="de").figure)
    if name == "causes":  # the first fate of the frame is growth, which is no death
        frame = frame.filter(pl.col("fate") == "paradox")
    one = drawn(name, frame.head(1))
    assert say("caption-no_data") not in all_texts(one.figure)


@pytest.mark.parametrize("name", ALL)
def test_german_words_and_long_names_stay_inside_and_apart(name):
    drawing = usual(name, "de")
    figure = drawing.figure
    with theme():
        figure.draw_without_rendering()
    boxes: list[Any] = [ax.get_tightbbox() for ax in figure.axes]
    outside = [child for child in figure.get_children() if isinstance(child, Text | Legend)]
    boxes += [child.get_window_extent() for child in outside]
    for box in boxes:
        assert box.x0 >= -1
        assert box.y0 >= -1
        assert box.x1 <= figure.bbox.x1 + 1
        assert box.y1 <= figure.bbox.y1 + 1
    for one, two in combinations(outside, 2):
        assert not one.get_window_extent().padded(-1).overlaps(two.get_window_extent())
    for ax in drawing.axes:
        labels = [label.get_window_extent() for label in ax.get_yticklabels()]
        rows = sorted((box.y0, box.y1) for box in labels if box.width)
        assert all(one[1] <= two[0] + 2 for one, two in pairwise(rows))


# ------------------------------------------------------------------ numbers


def widths(ax) -> list[float]:
    return [round(bar.get_width(), 6) for bar in ax.patches]


INCOME = table("""
    source  age     round  coins  players  mean
    bonus   Might   1      2      2        1.0
    taxes   Might   4      6      2        3.0
    taxes   Reason  4      4      2        2.0
    bonus   Faith   4      2      2        0.5
""")


def test_income_is_stacked_by_source_with_its_sum():
    drawing = drawn("income_sources", INCOME, games=1, by=("age", "round"))
    assert widths(drawing.ax) == [1.0, 0.5, 0.0, 3.0, 0.0, 2.0]
    said = all_texts(drawing.figure)
    assert {"round 1", "round 4", "1.0", "5.5", "bonus", "taxes in Reason"} <= set(said)
    assert "1 game; 2 seats; no intervals" in said
    assert "taxes in Faith" not in said


def test_the_interval_of_a_part_is_a_line_at_its_end():
    sure = INCOME.with_columns(
        mean_low=pl.Series([0.5, 2.5, 1.0, 0.25]),
        mean_high=pl.Series([1.5, 3.5, 2.5, 0.75]),
        clusters=pl.lit(40),
    )
    drawing = drawn("income_sources", sure, games=1, by=("age", "round"))
    lines = [line.get_xdata().tolist() for line in drawing.ax.get_lines()[::2]]
    # Round 1 has a bonus of 1.0; round 4 a bonus of 0.5, then taxes of 3.0 and 2.0.
    assert lines == [[0.5, 1.5], [0.25, 0.75], [3.0, 4.0], [4.5, 6.0]]
    assert "lines at the ends of parts: intervals of 95" in said(drawing)
    assert drawing.ax.get_xlim()[1] == 6.0


def test_bars_of_one_figure_have_stripes_of_their_own():
    for name in ("income_sources", "fates", "shadows", "how_won"):
        styles = {(bar.get_facecolor(), bar.get_hatch()) for bar in usual(name, "en").ax.patches}
        hatches = [hatch for _, hatch in styles]
        assert len(set(hatches)) >= min(3, len(styles))


MEANS = table("""
    players  place  rows  clusters  win  win_low  win_high
    2        0      9     4         0.6  0.3      0.9
    2        1      9     4         0.4  0.1      0.7
    3        0      1     1         0.5  -        -
""")


def test_intervals_reach_from_end_to_end_and_a_missing_one_leaves_a_hollow_dot():
    drawing = drawn("seats", MEANS)
    two, three = drawing.axes[1:]
    ends = [list(line.get_ydata()) for line in two.lines if line.get_marker() == "_"]
    assert ends == [[0.3, 0.9], [0.1, 0.7]]
    assert not [line for line in three.lines if line.get_marker() == "_"]
    faces = [line.get_markerfacecolor() for line in (*two.lines, *three.lines)
             if line.get_marker() == "o"]  # fmt: skip
    assert faces == ["#1C1B19", "#1C1B19", "#FFFFFF"]
    levels = [line.get_ydata()[0] for ax in (two, three) for line in ax.lines
              if line.get_linestyle() == "--"]  # fmt: skip
    assert levels == [1 / 2, 1 / 3]
    caption = "intervals of 95%; 1 to 4 independent deals (below thirty they are too narrow)"
    assert caption in " ".join(all_texts(drawing.figure))


SURVIVAL = table("""
    kind   time  at_risk  died  left  survival  survival_low  survival_high  clusters
    civil  0     10       1     1     0.9       0.8           1.0            40
    civil  2     8        2     0     0.675     0.5           0.8            40
    civil  5     4        0     4     0.675     0.5           0.8            40
""")


def test_survival_steps_down_with_crosses_where_buildings_left_alive():
    ax = drawn("survival", SURVIVAL).ax
    curve, crosses = ax.lines
    assert curve.get_drawstyle() == "steps-post"
    assert list(curve.get_xdata()) == [0, 0, 2, 5]
    assert list(curve.get_ydata()) == [1.0, 0.9, 0.675, 0.675]
    assert crosses.get_marker() == "+"
    assert list(crosses.get_xdata()) == [0, 5]
    (band,) = ax.collections
    heights = band.get_paths()[0].vertices[:, 1]
    assert (heights.min(), heights.max()) == (0.5, 1.0)
    assert ax.get_ylim() == (0.5, 1.0)


def test_survival_says_when_its_axis_does_not_begin_at_zero():
    cut = say("caption-cut")
    assert cut in said(drawn("survival", SURVIVAL))
    drawing = drawn("survival", SURVIVAL.with_columns(survival_low=pl.lit(0.05)))
    assert drawing.ax.get_ylim()[0] == 0
    assert cut not in said(drawing)


def test_clauses_that_never_came_up_are_hollow():
    frame = pl.DataFrame({"clause": ["B3", "B3", "B4"], "number": [3, 4, 0]})
    ax = drawn("coverage", frame, games=2).ax
    came, never = ax.lines
    assert (list(came.get_xdata()), list(came.get_ydata())) == ([0], [7])
    assert list(never.get_xdata()) == [1]
    assert (came.get_markerfacecolor(), never.get_markerfacecolor()) == ("#1C1B19", "#FFFFFF")
    assert [label.get_text() for label in ax.get_xticklabels()] == ["B3", "B4"]


def test_a_difference_that_chance_would_give_among_so_many_is_hollow():
    frame = table("""
        measure  one   other  effect  effect_low  effect_high  differs  clusters_one  clusters_other
        coins    10.0  12.0   0.8     0.2         1.4          true     40            50
        my_own   5.0   5.1    0.1     -0.3        0.5          false    40            50
    """)
    drawing = drawn("comparison", frame, names=("first", "second"))
    tops = {}
    for line in drawing.ax.lines:
        if line.get_marker() == "o":
            tops[float(line.get_xdata()[0])] = line.get_markerfacecolor()
    assert tops == {0.8: "#1C1B19", 0.1: "#FFFFFF"}
    said = all_texts(drawing.figure)
    assert {"coins at the end", "my own", "10.0 → 12.0", "5.00 → 5.10"} <= set(said)
    assert any("independent deals: first: 40, second: 50" in text for text in said)
    assert any("← more: first   |   more: second →" in text for text in said)


def test_players_who_never_met_are_ranked_apart():
    frame = table("""
        group  player  anchor  rating  rating_low  rating_high  duels  clusters
        1      a       b       90.0    80.0        100.0        9      9
        1      b       b       0.0     0.0         0.0          9      9
        2      c       d       20.0    10.0        30.0         4      4
        2      d       d       -       -           -300.0       4      4
    """)
    drawing = drawn("ratings", frame)
    ticks = [label.get_text() for label in drawing.ax.get_yticklabels()]
    assert ticks == ["1. a", "2. b", "1. c", "2. d"]
    assert "below -300" in all_texts(drawing.figure)
    across = [list(line.get_ydata()) for line in drawing.ax.lines]
    assert [at for at in across if at in ([0.5, 0.5], [1.5, 1.5], [2.5, 2.5])] == [[1.5, 1.5]]
    note = say("caption-groups_apart")
    assert note in said(drawing)
    one = drawn("ratings", frame.with_columns(group=pl.lit(1)))
    assert note not in said(one)


def test_duels_of_several_table_sizes_have_no_intervals():
    frame = pl.DataFrame(
        {
            "players": [2, 2, 3, 3],
            "one": ["a", "b", "a", "b"],
            "other": ["b", "a", "b", "a"],
            "rows": [10, 10, 30, 30],
            "clusters": [40] * 4,
            "share": [0.5, 0.5, 0.9, 0.1],
            "share_low": [0.4, 0.4, 0.8, 0.0],
            "share_high": [0.6, 0.6, 1.0, 0.2],
        }
    )
    assert "80%" in all_texts(drawn("duels", frame).figure)
    alone = all_texts(drawn("duels", frame.filter(pl.col("players") == 2)).figure)
    assert "50%\n40% to 60%" in alone


def test_only_the_commonest_openings_are_shown():
    many = pl.concat([frames()["openings"]] * 13).head(13)
    drawing = drawn("openings", many)
    assert len(drawing.ax.get_yticklabels()) == 12
    assert any(say("caption-only_commonest") in text for text in all_texts(drawing.figure))


# ------------------------------------------------------------------ words and small parts


@pytest.mark.parametrize(
    ("column", "value", "english", "german"),
    [
        ("age", "Might", "Might", "Macht"),
        ("rank", 2, "rank 2", "mittel"),
        ("place", 0, "place 1", "Platz 1"),
        ("players", 4, "4 players", "4 Spieler"),
        ("won", False, "others", "andere"),
        ("edition", "first", "first edition", "erste Auflage"),
        ("fate", "paradox", "erased by a paradox", "vom Zeitparadoxon ausgelöscht"),
        ("player", "Ann", "Ann", "Ann"),
        ("kind", None, "unknown", "unbekannt"),
    ],
)
def test_values_have_words(column, value, english, german):
    assert label_of(column, value) == english
    assert in_language("de", label_of, column, value) == german


def test_a_measure_of_ones_own_keeps_its_name():
    assert in_language("de", measure_word, "tax_faith") == "Steuern des Glaubens"
    assert measure_word("my_measure") == "my measure"


def test_per_cent_have_the_digits_that_they_need():
    written = drawn("survival", SURVIVAL, language="de").ax.yaxis.get_major_formatter()
    told = [written(share).replace("\N{NO-BREAK SPACE}", " ") for share in (0.1, 0.025, 0.0001)]
    assert told == ["10 %", "2,5 %", "0,01 %"]


def test_names_of_curves_stand_beside_their_ends_and_apart():
    kinds = [("civil", 0.99), ("military", 1.0), ("religious", 0.5)]
    rows = [SURVIVAL.with_columns(kind=pl.lit(k), survival=pl.lit(end)) for k, end in kinds]
    drawing = drawn("survival", pl.concat(rows))
    ax = drawing.ax
    drawing.figure.draw_without_rendering()
    # An annotation's own extent has its line in it.
    boxes = {text.get_text(): Text.get_window_extent(text) for text in ax.texts}
    assert set(boxes) == {kind for kind, _ in kinds}
    assert min(box.x0 for box in boxes.values()) > ax.get_window_extent().x1
    assert not any(one.overlaps(other) for one, other in combinations(boxes.values(), 2))
    middle = {name: (box.y0 + box.y1) / 2 for name, box in boxes.items()}
    assert middle["religious"] < middle["civil"] < middle["military"]


def test_a_group_of_hands_that_rests_on_one_deal_is_left_out():
    rows = table("""
        strength  advantage  advantage_low  advantage_high  rows  clusters
        1.5       -0.1       -0.2           0.0             40    40
        2.0       0.1        0.0            0.2             60    60
        3.0       0.75       -              -               1     1
    """)
    said = [tick.get_text() for tick in drawn("hands", rows).ax.get_xticklabels()]
    assert said == ["1.5\nn = 40", "2\nn = 60"]
    alone = drawn("hands", rows.tail(1)).ax.get_xticklabels()
    assert [tick.get_text() for tick in alone] == ["3\nn = 1"]


# ------------------------------------------------------------------ what an income is worth


@pytest.mark.parametrize(
    ("language", "words"), [("en", ["by a keep", "by a chapel"]), ("de", ["durch eine Burg"])]
)
def test_every_income_has_a_line_of_its_learned_weights(language, words):
    panels = draw_income_worth(4, language=language).axes[1:]
    lines = [line for panel in panels for line in panel.get_lines()[:3]]
    incomes = traits()[:9]
    assert len(lines) == len(incomes)
    assert {*words} <= {str(line.get_label()) for line in lines}
    for line, trait in zip(lines, incomes, strict=True):
        weights = [
            stages(4)[ROUNDS - number].end[1 + traits().index(trait)] for number in range(1, 7)
        ]
        assert np.asarray(line.get_ydata()).tolist() == weights
    with pytest.raises(KhronosError, match=r"two to five play Khronos, not 6 \(S1\)"):
        draw_income_worth(6)


def test_of_very_many_groups_the_first_are_drawn_and_it_is_said():
    drawing = kl.dataset("data/sample/2-levels").buildings().causes_of_death(by="square").plot()
    assert len(drawing.axes) == 13
    assert "the first 12 of " in said(drawing)
