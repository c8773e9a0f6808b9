"""The kept figure: equal to a fresh drawing at any jump, in every view, for every event."""

from __future__ import annotations

import gc
from random import Random

import numpy as np
import pytest
from matplotlib.figure import Figure

from khronos_lab.core import EVENT_TYPES
from khronos_lab.drawing import (
    BoardLayout,
    BoardScene,
    draw_boards,
    draw_control,
    draw_domains,
    pixels_of,
    scene_strokes,
)
from khronos_lab.scenes import VIEWS, scene_of
from tests.drawing.games import moments, timeline
from tests.drawing.test_png import decoded

WIDTH = 6


@pytest.mark.parametrize("view", VIEWS)
def test_a_kept_picture_equals_a_fresh_one_after_random_jumps(view):
    game = timeline(3)
    kept, fresh = (BoardScene(game.start, view, width=WIDTH, legend=False) for _ in range(2))
    rng = Random(view)
    indices = [rng.randrange(len(game)) for _ in range(4)]
    for index in indices:
        data = kept.draw(game[index])
    frame = game[indices[-1]]
    pixels = np.array(kept.pixels(frame), dtype=int)
    assert np.abs(pixels - fresh.pixels(frame)).max() <= 1
    assert np.array_equal(decoded(data), pixels[..., :3]), "the PNG is the picture"
    assert (pixels[..., 3] == 255).all()  # so nothing is lost


@pytest.mark.parametrize(
    ("view", "function"),
    [("boards", draw_boards), ("control", draw_control), ("domains", draw_domains)],
)
def test_a_scene_shows_what_the_plot_function_draws(view, function):
    game = timeline(3)
    scene = BoardScene(game.start, view, legend=False)
    frame = game[0]
    drawing = function(frame.state, legend=False)
    assert np.array_equal(scene.pixels(frame), pixels_of(drawing.figure))


def test_every_event_of_the_shipped_games_can_be_drawn_in_every_view():
    assert len(moments()) >= len(EVENT_TYPES) - 1
    for game, frame in moments().values():
        for view in VIEWS:
            scene = scene_of(frame, view, game.start)
            strokes = scene_strokes(scene, BoardLayout.of(game.start.grid))
            assert strokes
            assert all(np.isfinite(stroke.path.vertices).all() for stroke in strokes)


def test_steps_leave_no_figures_behind():
    game = timeline(3)
    scene = BoardScene(game.start, width=5, legend=False)
    gc.collect()
    before = sum(isinstance(each, Figure) for each in gc.get_objects())
    artists = len(scene.ax.get_children())
    for index in range(0, len(game), 60):
        scene.draw(game[index])
    gc.collect()
    assert sum(isinstance(each, Figure) for each in gc.get_objects()) == before
    assert len(scene.ax.get_children()) == artists


@pytest.mark.parametrize(("width", "smallest"), [(4.0, 2.5), (7.2, 5.0), (9.6, 6.3), (12.84, 7.2)])
def test_coordinates_of_small_boards_can_still_be_read(width, smallest):
    game = timeline(3)
    scene = BoardScene(game.start, width=width, legend=False)
    labels = [text for text in scene.ax.texts if text.get_fontweight() != "bold"]
    assert len(labels) == 3 * (16 + 20)
    assert min(text.get_fontsize() for text in labels) >= smallest
