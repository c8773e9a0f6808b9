"""Colours are far enough apart for everybody; nothing is told by colour alone."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import combinations

import matplotlib
import pytest
from matplotlib.colors import to_hex
from matplotlib.patches import Patch

from khronos_lab.core import Effect
from khronos_lab.drawing import (
    ARROWS,
    DARK,
    GLYPH,
    KIND,
    LIGHT,
    MARKS,
    MUTED,
    PAPER,
    PLAYERS,
    SYMBOLS,
    TERRAIN,
    TEXTURES,
    BoardScene,
    Drawing,
    draw_boards,
    draw_income,
    draw_sources,
    points,
    set_theme,
    texture_look,
    theme,
)
from khronos_lab.export import plain_words
from khronos_lab.questions import draw_heat
from khronos_lab.rulebook import AGES, CIVIL, KINDS, KhronosError, Terrain
from khronos_lab.scenes import EFFECT_MARKS
from tests.drawing.games import tables, timeline
from tests.drawing.vision import GREY, SIGHTS, closest, contrast, difference, distance
from tests.questions.asked import figure
from tests.questions.figures import frames

TERRAINS = list(TERRAIN.values())
KIND_COLOURS = list(KIND.values())
PLAYER_COLOURS = [style.colour for style in PLAYERS]
CURVES = [style.line for style in PLAYERS]


def fills(drawing: Drawing) -> dict[str, tuple[str, str]]:
    """By word of the legend: colour and stripes."""
    [legend] = drawing.figure.legends
    return {
        text.get_text(): (to_hex(handle.get_facecolor()), handle.get_hatch() or "")
        for text, handle in zip(legend.get_texts(), legend.legend_handles, strict=True)
        if isinstance(handle, Patch)
    }


@cache
def sources() -> dict[str, tuple[str, str]]:
    return fills(draw_sources(timeline(3)))


@pytest.mark.parametrize(
    ("one", "two", "expected"),
    [
        ((50.0, 2.6772, -79.7751), (50.0, 0.0, -82.7485), 2.0425),
        ((50.0, -1.0, 2.0), (50.0, 0.0, 0.0), 2.3669),
        ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
        ((2.0776, 0.0795, -1.1350), (0.9033, -0.0636, -0.5514), 0.9082),
    ],
)
def test_distances_are_those_of_the_published_test_data(one, two, expected):
    assert difference(one, two) == pytest.approx(expected, abs=1e-4)


@pytest.mark.parametrize("sight", SIGHTS)
@pytest.mark.parametrize(
    ("colours", "least"),
    [(TERRAINS, 7), (KIND_COLOURS, 20), (PLAYER_COLOURS, 20), (CURVES, 20)],
    ids=["terrains", "kinds", "players", "curves"],
)
def test_colours_that_must_be_told_apart_are(sight, colours, least):
    assert closest(colours, SIGHTS[sight]) >= least


@pytest.mark.parametrize("sight", SIGHTS)
def test_sources_of_coins_are_told_apart(sight):
    colours = [
        colour for word, (colour, _) in sources().items() if word not in ("taxation", "spent")
    ]
    assert len(colours) == 5
    assert closest(colours, SIGHTS[sight]) >= 11


@pytest.mark.parametrize("sight", SIGHTS)
def test_a_building_is_told_from_the_ground(sight):
    pairs = [(kind, terrain) for kind in KIND_COLOURS for terrain in TERRAINS]
    assert min(distance(one, two, SIGHTS[sight]) for one, two in pairs) >= 14


@pytest.mark.parametrize("sight", [*SIGHTS.values(), GREY])
def test_what_came_is_told_from_what_went_in_grey_too(sight):
    assert distance(MARKS["new"].colour, MARKS["gone"].colour, sight) >= 15


@pytest.mark.parametrize("colours", [KIND_COLOURS, PLAYER_COLOURS], ids=["kinds", "players"])
def test_kinds_and_players_are_told_apart_in_grey(colours):
    assert closest(colours, GREY) >= 12


def test_terrains_are_quiet_so_each_has_a_texture_of_its_own():
    assert closest(TERRAINS, GREY) < 5
    for one, two in combinations(Terrain, 2):
        assert points(TEXTURES[one]).tobytes() != points(TEXTURES[two]).tobytes()
        assert texture_look(one) != texture_look(two)


@pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])
def test_both_themes_can_be_read(colours):
    assert LIGHT.keys() == DARK.keys()
    for name in ("ink", "muted", "accent", "bad", *(f"line-{seat}" for seat in range(5))):
        assert contrast(colours[name], colours["paper"]) >= 4.4, name
    for kind in KINDS:
        glyph, fill = colours[f"{kind.word}-glyph"], colours[kind.word]
        assert contrast(glyph, fill) >= 4.5
        assert contrast(colours[f"{kind.word}-ruin"], colours[f"{kind.word}-tint"]) >= 4.5
    assert contrast(colours["on-accent"], colours["accent"]) >= 4.5


def test_every_symbol_is_its_own():
    assert len({points(path).tobytes() for path in SYMBOLS.values()}) == len(SYMBOLS)


def test_players_differ_by_marker_and_dash():
    assert len({style.marker for style in PLAYERS}) == len(PLAYERS)
    assert len({style.dash for style in PLAYERS}) == len(PLAYERS)


def test_marks_differ_by_symbol_and_arrows_by_dash_or_end():
    assert len({(style.symbol, style.dash) for style in MARKS.values()}) == len(MARKS)
    assert [name for name, style in MARKS.items() if style.symbol == "times"] == ["gone"]
    assert len({(style.dash, style.end) for style in ARROWS.values()}) == len(ARROWS)


def test_kinds_and_sources_differ_by_stripes():
    kinds = fills(figure("cards_held", frames()["cards_held"]))
    assert len({stripes for _, stripes in kinds.values()}) == 3
    assert [colour.upper() for colour, _ in kinds.values()] == [*map(str.upper, KIND_COLOURS)]
    striped = {stripes for _, stripes in sources().values() if stripes}
    assert len(striped) == len(AGES) + 1


def test_words_and_signs_can_be_read():
    assert contrast(MUTED, PAPER) >= 4.5
    assert all(contrast(style.colour, PAPER) >= 4.5 for style in MARKS.values())
    assert all(contrast(GLYPH[kind], KIND[kind]) >= 4.5 for kind in KINDS)


def test_the_scale_of_heat_only_gets_darker():
    scale = draw_heat(tables(1)).ax.images[0].cmap
    steps = [to_hex(scale(number / 20)) for number in range(21)]
    light = [contrast(each, "#000000") for each in steps]
    assert light == sorted(light, reverse=True)
    assert light[0] / light[-1] > 10


def test_every_sort_of_event_has_a_style():
    assert set(EFFECT_MARKS) == set(Effect)


@pytest.mark.parametrize("draw", [draw_income, lambda game: draw_boards(game.start)])
def test_figures_belong_to_a_dark_page_too_and_are_light_again(draw):
    drawing = draw(timeline(3))
    light = drawing.png(1)
    try:
        set_theme("dark")
        night = drawing.pixels(1)
        words = [text.get_color() for text in drawing.ax.texts]
        kept = BoardScene(timeline(3).start, legend=False).pixels(timeline(3)[0])
    finally:
        set_theme("light")
    for pixels in (night, kept):
        red, green, blue = (int(each) for each in pixels[-1, 0, :3])
        assert f"#{red:02X}{green:02X}{blue:02X}" == DARK["paper"]
    assert drawing.png(1) == light
    assert [text.get_color() for text in drawing.ax.texts] == words
    with pytest.raises(KhronosError, match='no theme "sepia"; there are light, dark'):
        set_theme("sepia")  # type: ignore[arg-type]


def test_the_theme_is_forgotten_afterwards():
    before = dict(matplotlib.rcParams)
    with theme():
        assert matplotlib.rcParams["axes.titlelocation"] == "left"
    assert dict(matplotlib.rcParams) == before


def test_the_civil_kind_has_the_blue_of_the_german_edition():
    assert KIND[CIVIL] == "#0072B2"


def test_threads_that_draw_side_by_side_leave_matplotlib_as_it_was():
    before = dict(matplotlib.rcParams)

    def draw(number):
        for _ in range(40):
            with theme(), plain_words():
                time.sleep(0.0005 * (number + 1))

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(draw, range(4)))
    after = dict(matplotlib.rcParams)
    assert {name for name in before if before[name] != after[name]} == set()
