"""Widgets in two languages at once, and what is said in the background, later or elsewhere."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from itertools import cycle

import pytest
from matplotlib.text import Text

import khronos_lab as kl
from khronos_lab.rulebook import current_language, say, set_language, speaking
from tests.simulation.reviewed import reviewed
from tests.widgets.page import send

GAME = "data/games/08-lesson-three-ages.khr"
SIZE = 4
"""Games that are played on: few, and more than one report."""


@pytest.fixture(autouse=True, params=["en", "de"])
def default(request):
    """The language of the process: widgets that have one of their own do not follow it."""
    set_language(request.param)
    yield request.param
    set_language("en")


def event(replay, asked):
    """The sentence of the event that a replay shows."""
    assert replay.frame.entry is not None
    return replay.frame.entry.text(asked)


# ------------------------------------------------------------------ widgets side by side


def test_two_boards_answer_clicks_by_turns_each_in_its_language():
    state = kl.new_game(2, seed=2)
    boards = [kl.sandbox(state, language=each) for each in ("en", "de")]
    words = [("Might", "nothing to undo"), ("Macht", "nichts rückgängig")]
    for sq in (34, 35):
        for board, (age, refused) in zip(boards, words, strict=True):
            send(board, "press", name="undo")
            assert refused in board.error
            send(board, "click", square=[0, sq])
            assert f", {age} (" in board.mode_page["menu"]["title"]


def test_messages_between_widgets_leave_no_language_behind(default):
    shown = kl.lesson("B6", language="de")
    other = kl.rules("B6", language="en")
    for widget in (shown, other.pages):
        widget.set_state({"language": "de"})
        assert current_language() == default
        widget.set_state({"language": "xx"})
        assert "no words in the language 'xx'" in widget.error
        assert current_language() == default
    assert other.pages.words["index-exact"] == "Die genaue Regel"


def test_setting_traits_and_calling_methods_speaks_the_widgets_own_language():
    english, german = (kl.load(GAME).replay(1, language=each) for each in ("en", "de"))
    for number in range(1, 6):
        english.step = german.step = number
        assert english.caption == event(english, "en")
        assert german.caption == event(german, "de")
        assert repr(german).endswith(event(german, "de") + ">")
    assert german.what_if().mode_page["title"].startswith("Was wäre wenn")
    assert english.what_if().mode_page["title"].startswith("What if")
    german.language = "en"
    assert german.mode_page["title"].startswith("What if")


def test_an_observer_of_one_widget_that_sets_another_does_not_mix_them():
    english, german = (kl.load(GAME).replay(0, language=each) for each in ("en", "de"))
    said = []

    def follow(change):
        german.index = change["new"]
        said.append((german.caption, english.caption))

    english.observe(follow, "index")
    english.set_state({"index": 4})
    assert said == [(event(german, "de"), event(english, "en"))]


def test_what_is_opened_later_follows_the_setting_and_what_is_open_stays(default):
    before = kl.lesson("B6")
    other = "de" if default == "en" else "en"
    set_language(other)
    after = kl.lesson("B6")
    assert (before.language, after.language) == (default, other)
    before.next()
    assert before.prompt == before.exercise.prompt(default)
    assert after.prompt == after.exercise.prompt(other)


@pytest.mark.parametrize(("asked", "title"), [("en", "Khronos: what"), ("de", "Khronos: Was")])
def test_a_sheet_is_printed_in_the_language_that_it_was_made_in(asked, title, tmp_path):
    sheet = kl.worksheet("B3", n=1, seed=7, language=asked)
    set_language("de" if asked == "en" else "en")
    assert title in sheet.save(tmp_path / "sheet.html").read_text("utf-8")
    assert repr(sheet) == f"1. {sheet.exercises[0].prompt(asked)}"


def test_practice_speaks_to_its_own_reader():
    widgets = {}
    for asked in ("en", "de"):
        widgets[asked] = kl.load(GAME).replay(language=asked)
        widgets[asked].coach.review = reviewed()
    for asked, widget in widgets.items():
        practised = widget.practice().coach.practice
        assert practised is not None
        task = practised.lines(asked)[0]
        assert task in "".join(each["html"] for each in widget.mode_page["side"]["panels"])


# ------------------------------------------------------------------ in the background


def test_games_played_on_in_two_widgets_at_once_are_told_in_two_languages():
    widgets = {each: kl.load(GAME).replay(3, language=each).what_if() for each in ("en", "de")}
    for widget in widgets.values():
        widget.play_on("greedy", SIZE)
    for widget in widgets.values():
        widget.wait()
        assert widget.error == ""
    titles = [widget.mode_page["panels"][0]["title"] for widget in widgets.values()]
    with speaking("en"):
        english = say("branch-results")
    with speaking("de"):
        german = say("branch-results")
    assert titles == [f"{english} (greedy)", f"{german} (greedy)"]


# ------------------------------------------------------------------ threads


def test_a_new_thread_speaks_the_language_of_the_process(default):
    found = []
    with speaking("de" if default == "en" else "en"):
        thread = threading.Thread(target=lambda: found.append(current_language()))
        thread.start()
        thread.join()
    assert found == [default]


def test_threads_do_not_hear_each_other():
    state = kl.load(GAME).state(20)
    entry = kl.load(GAME).timeline.moves[0].log[0]
    expected = {
        each: (entry.text(each), repr(kl.draw.boards(state, language=each).ax.texts[-1].get_text()))
        for each in ("en", "de")
    }
    together = threading.Barrier(2)

    def speak(asked):
        together.wait()
        found = set()
        for _ in range(10):
            with speaking(asked):
                drawing = kl.draw.boards(state)
                found.add((entry.text(), repr(drawing.ax.texts[-1].get_text())))
        return found

    with ThreadPoolExecutor(2) as threads:
        english, german = threads.map(speak, ("en", "de"))
    assert (english, german) == ({expected["en"]}, {expected["de"]})


# ------------------------------------------------------------------ later


def test_a_figure_keeps_its_language_until_it_is_shown(default):
    answer = kl.dataset("data/sample").luck()
    for asked in ("de", "en", "de"):
        drawing = answer.plot(language=asked)
        set_language("en" if asked == "de" else "de")
        drawing.figure.draw_without_rendering()
        words = [text.get_text() for text in drawing.figure.findobj(Text)]
        shares = [each for each in words if each.endswith("%") and any(map(str.isdigit, each))]
        assert shares
        assert all((asked == "de") == each.endswith("\N{NO-BREAK SPACE}%") for each in shares)


def test_an_answer_is_told_in_any_language_and_shown_in_the_one_that_is_spoken(default):
    answer = kl.dataset("data/sample").seats()
    told = {each: answer.told(each) for each in ("en", "de")}
    assert told["en"] != told["de"]
    for each in ("en", "de", "en"):
        set_language(each)
        assert answer.finding == told[each]
        assert answer.told("de") == told["de"]
        assert current_language() == each


def test_what_is_kept_is_kept_for_each_language():
    index = cycle([kl.rules("B6", language="en"), kl.rules("B6", language="de")])
    for ages in (["Might", "Faith", "Reason"], ["Macht", "Glaube", "Vernunft"]) * 2:
        page = next(index).pages
        page.clause = "C2"
        page.clause = "B6"
        assert page.page["boards"]["ground"]["ages"] == ages
