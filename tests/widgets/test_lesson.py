"""Lessons without a browser: questions, answers, verdicts, steps, practice, both languages."""

from __future__ import annotations

import pytest

from khronos_lab.core import Build, EndTurn, Move, square
from khronos_lab.engine import new_game
from khronos_lab.rulebook import CIVIL, MIGHT, KhronosError
from khronos_lab.scenarios import AnswerKind, rule, scenario, scenarios, write_scenario
from khronos_lab.widgets import lesson, practice
from tests.widgets.page import send, set_by_page, words

# ------------------------------------------------------------------ asking and answering


def test_every_question_of_a_scenario_takes_its_right_answer_and_says_why():
    for each in scenarios()[::2]:
        shown = lesson(each.id)
        assert (shown.stage, shown.page["verdict"]) == ("ask", "")
        shown.solve().check()
        assert shown.page["right"] is True
        assert words(shown.page["verdict"]).startswith("✓ Right. The answer is: ")
        assert "Why?" in shown.page["verdict"]
        assert shown.steps == [], "the steps are told when they are shown"


def test_b3a_a_wrong_answer_is_explained_with_the_clause_and_the_squares():
    shown = lesson(11)
    before = shown.page["picture"]
    verdict = shown.answer("yes")
    assert not verdict.right
    said = words(shown.page["verdict"])
    assert said.startswith(
        "✗ Not quite. The answer is: no.You overlooked what the copy would touch"
    )
    assert "connect the domains at a1 and d1 (B3a)" in said
    assert "Therefore no copy appears in Faith." in said
    # The exact text is the last thing that is said, and folded.
    assert "a) if it would connect domains in Faith" in said
    assert "<details><summary>B3a</summary>" in shown.page["verdict"]
    assert shown.page["look"] == "Outlined in violet: where to look."
    assert shown.stage == "told"
    assert shown.page["picture"]["items"] != before["items"]


@pytest.mark.parametrize(
    ("number", "kind", "given", "right"),
    [
        (11, AnswerKind.YES_NO, ["no"], True),
        (11, AnswerKind.YES_NO, ["yes"], False),
        (6, AnswerKind.NUMBER, ["7"], False),
        (12, AnswerKind.CLAUSE, ["B3b"], True),
        (12, AnswerKind.CLAUSE, ["B1"], False),
        (47, AnswerKind.SQUARES, ["a2", "a1", "b1"], True),
        (47, AnswerKind.SQUARES, ["a1"], False),
        (47, AnswerKind.SQUARES, ["-"], False),
        (46, AnswerKind.BUILDINGS, ["c2"], True),
        (46, AnswerKind.BUILDINGS, ["-"], False),
        (71, AnswerKind.PLAYERS, ["0"], True),
        (71, AnswerKind.PLAYERS, ["1", "2"], False),
        (71, AnswerKind.PLAYERS, ["-"], False),
    ],
)
def test_each_kind_of_answer_is_judged_as_the_browser_writes_it(number, kind, given, right):
    shown = lesson(number)
    assert shown.exercise.kind is kind
    shown.given = given
    send(shown, "do", what="check")
    assert (shown.stage, shown.page["right"], shown.error) == ("told", right, "")


@pytest.mark.parametrize(
    ("number", "given", "error"),
    [
        (47, ["a1", "zz"], "There is no square zz"),
        (6, ["many"], "asks for a number"),
        (12, ["X9"], "not among the clauses"),
        (71, ["7"], "asks for players"),
        (11, [], "Choose an answer first."),
    ],
)
def test_what_is_no_answer_is_said_and_not_judged(number, given, error):
    shown = lesson(number)
    shown.given = given
    send(shown, "do", what="check")
    assert error in shown.error
    assert (shown.stage, shown.page["right"]) == ("ask", None)


def test_the_solution_is_told_only_after_an_answer():
    shown = lesson(46)
    assert shown.page["solution"] == []
    shown.answer("nothing")
    assert shown.page["solution"] == [["b1", "c1", "b2", "c2"]]
    shown.again()
    assert (shown.page["solution"], shown.given, shown.stage) == ([], [], "ask")


def test_hints_come_one_by_one_and_the_exact_rule_is_none_of_them():
    shown = lesson(11)
    before = shown.page["picture"]["items"]
    found = []
    while shown.page["hints"]:
        found.append(words(shown.hint().page["hint"]))
    assert found[0] == "Look at Faith."
    assert found[1] == f"{found[0]}Look at b1, c1, b2 and c2 in Faith, outlined on the board."
    assert found[2].startswith(f"{found[1]}The rule: A copy may not connect domains in Faith")
    assert shown.page["picture"]["items"] != before
    assert "A rank 2 or 3 military" not in found[-1]
    last = shown.page["hint"]
    assert shown.hint().page["hint"] == last


def test_the_rule_is_no_hint_where_the_rule_is_asked_for():
    shown = lesson(12)
    assert shown.exercise.correct == "B3b"
    while shown.page["hints"]:
        shown.hint()
    assert "It is not this one: Rank 1 buildings cast no shadow" in words(shown.page["hint"])
    assert "tie with the highest" not in words(shown.page["hint"])


def all_hints(shown):
    while shown.page["hints"]:
        shown.hint()
    return words(shown.page["hint"])


def test_c2_the_rule_that_is_practised_is_the_one_that_hints_and_reasons_tell():
    shown = practice("C2", seed=11)
    assert shown.exercise.clauses[:2] == ("C1", "C2")
    assert "The rule: When a join makes a conflict" in all_hints(shown)
    shown.answer(shown.exercise.correct)
    chain = words(shown.page["verdict"].partition("kll-clauses")[0])
    assert "When a join makes a conflict" in chain
    assert "Two equal highest buildings" not in chain


def test_the_reason_for_a_copy_is_the_rule_and_not_the_copy():
    shown = lesson("02")
    shown.answer("yes")
    chain = words(shown.page["verdict"].partition("kll-explanation")[0])
    assert "A keep ruin appears" not in chain
    assert "Therefore a ruin appears in Reason." in chain


def test_a_title_that_gives_the_answer_away_is_hidden_until_then():
    shown = lesson([28, 10])
    assert shown.page["list"] == ["28 · Question", "10 · Question"]
    shown.answer("1")
    assert shown.page["list"] == ["28 · Corners do not touch ✓", "10 · Question"]
    shown.next().show()
    assert shown.page["list"][1] == "10 · Nobody stops a town"
    assert lesson(10).page["lesson"] == "Question"


def test_c2_the_last_hint_shows_the_first_step():
    shown = lesson(68)
    while shown.page["hints"]:
        shown.hint()
    told = words(shown.page["hint"])
    assert "The first step: Military strength in Might before the join: 3" in told
    assert shown.page["plan"].startswith("So far: Military strength in Might")


def test_the_line_on_the_boards_is_explained():
    said = {number: lesson(number).page["plan"] for number in (1, 9, 43, 44, 60)}
    assert said[1] == "Pale with a dotted line: what is planned."
    assert said[9] == said[43] == said[44] == "Outlined: what the move is about."
    assert said[60] == ""
    assert lesson(9, language="de").page["plan"] == "Umrandet: worum es geht."


def joining():
    """A lesson on a move that is no scenario, with several questions."""
    taught = scenario(70)
    return lesson((taught.state, taught.action))


def test_one_more_question_about_the_same_move():
    shown = joining()
    shown.solve().check()
    assert shown.page["count"] == "Question 1/3"
    assert shown.page["more"]
    shown.more()
    assert (shown.stage, shown.given, shown.page["count"]) == ("ask", [], "Question 2/3")
    assert shown.prompt.endswith("How strong was the domain at b1 before the join?")
    shown.solve().check().show()
    shown.stage = "told"
    assert not shown.page["more"], "nothing more is asked about what was shown"


# ------------------------------------------------------------------ step by step


def test_b6_the_steps_follow_the_log_with_causes_clauses_and_ages():
    shown = lesson(46).show()
    log = shown.item.look.log
    captions = [step["caption"] for step in shown.steps]
    assert captions == ["Before the move.", *(entry.text("en") for entry in log)]
    shown.go(5)
    assert shown.caption.startswith("Paradox: Ben's monastery at b1 in Faith is erased")
    assert words(shown.said.causes).startswith("Ann builds a monastery at b1 in Might (A1).")
    assert 'data-index="2"' in shown.said.causes
    assert words(shown.said.clause).startswith("B6 Whatever a copy covers")
    might, faith, reason = map(words, shown.said.ages)
    assert "bonus of 1 coin" in might
    assert "erased" in faith
    assert reason == "nothing so far"


def test_h1_a_forbidden_move_ends_with_the_reason():
    shown = lesson(24).go(-1)
    assert shown.caption == (
        "Forbidden: The keep at a1 would equal the highest military building of its domain, the "
        "keep at c1 (H1)."
    )
    assert words(shown.said.clause).startswith("H1 The highest building of a kind")


def test_c4_a_move_without_its_answers_ends_at_the_open_choice():
    state = scenario(68).position
    plan = Build(MIGHT, CIVIL, 1, square("c2"), (0, 0, 1))
    shown = lesson((state, plan)).go(-1)
    assert shown.caption.startswith(
        "Ben chooses a square for what is left of Ben's keep at d1 in Might:"
    )
    done = lesson((state, Move(plan, (0,)))).go(-1)
    assert "disappears from Reason" in done.caption


def test_a_move_that_nothing_is_asked_about_can_still_be_shown():
    shown = lesson((new_game(2, seed=1), EndTurn()))
    assert shown.page["answer"] is None
    with pytest.raises(KhronosError, match="nothing is worth asking"):
        shown.answer("yes")
    assert shown.go(-1).caption.endswith("(T1).")


# ------------------------------------------------------------------ lessons


def test_a_lesson_goes_through_its_scenarios():
    shown = lesson("paradoxes")
    assert shown.page["lesson"] == "Paradoxes"
    assert len(shown.page["list"]) == sum(each.lesson == "paradoxes" for each in scenarios())
    assert shown.page["progress"] == "0/16 right"
    shown.answer("b1")
    assert shown.page["progress"] == "1/16 right"
    assert shown.page["list"][0] == "46 · A paradox ✓"
    shown.show().next()
    assert (shown.stage, shown.step, shown.item.title.text("en")) == (
        "ask",
        0,
        "A corner is enough",
    )
    shown.back()
    assert shown.item.title.text("en") == "A paradox"
    last = shown.show().item.last
    shown.step = last
    with pytest.raises(KhronosError, match=f"there are {last + 1} steps"):
        shown.step = last + 1
    shown.place = 15
    with pytest.raises(KhronosError, match="16 items"):
        shown.next()


@pytest.mark.parametrize(
    ("source", "count"), [("11", 1), (11, 1), ("b8", 3), ([1, "02", scenario(3)], 3), ("taxes", 8)]
)
def test_a_lesson_opens_on_numbers_names_clauses_and_lists(source, count):
    assert len(lesson(source).page["list"]) == count


def test_a_lesson_opens_on_a_file_without_keeping_progress(tmp_path):
    path = tmp_path / "mine.khs"
    write_scenario(scenario(11), path)
    for source in (path, str(path)):
        shown = lesson(source)
        shown.answer("no")
        assert shown.item.key == ""
    assert not (tmp_path / "progress.json").exists()


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ("nonsense", "there is no lesson 'nonsense'"),
        (99, "no scenario is called 99"),
        ("S6", "no move shows S6"),
        ([], "nothing to learn"),
        (3.5, "no lesson on a float"),
        ((scenario(1).position, 3.5), "is not a move"),
    ],
)
def test_what_is_no_lesson_is_refused_in_a_sentence(source, reason):
    with pytest.raises(KhronosError, match=reason):
        lesson(source)


# ------------------------------------------------------------------ languages and safety


def test_no_question_asks_what_a_verdict_before_it_has_told():
    for each in scenarios()[::5]:
        asked = lesson((each.state, each.action)).item.exercises
        for number, exercise in enumerate(asked):
            mottos = [rule(label) for label in exercise.clauses]
            told = [reason for before in asked[:number] for reason in before.because]
            assert not any(reason in told for reason in exercise.because if reason not in mottos)
            assert exercise.topic not in [before.topic for before in asked[:number]]


def test_without_a_kernel_it_says_how_to_go_on():
    said = words(lesson(46, language="de").stand_in())
    assert "Führe das Notebook noch einmal aus; dein Fortschritt ist" in said
    assert "es geht weiter, wo du aufgehört hast." in said


def test_german_is_spoken_everywhere_after_the_switch():
    shown = lesson("shadows")
    shown.place = 10
    shown.answer("yes")
    shown.language = "de"
    page = shown.page
    assert page["prompt"].startswith("Ann baut in der Macht ein Kloster auf b1.")
    said = words(page["verdict"])
    assert said.startswith("✗ Nicht ganz. Die Antwort ist: nein.Du hast übersehen")
    assert page["lesson"] == "Zeitschatten"
    assert page["list"][10] == "11 · Ein Schatten zwischen zwei Domänen ✗"
    assert page["progress"] == "0/21 richtig"
    assert shown.words["lesson-check"] == "Prüfen"
    assert shown.stage == "told"
    shown.show()
    assert shown.steps[0]["caption"] == "Vor der Aktion."
    assert words(shown.steps[1]["ages"][1]) == "bisher nichts"
    with pytest.raises(KhronosError, match="no words in the language"):
        shown.language = "xx"


def test_names_are_escaped_in_every_panel():
    state = scenario(11).position
    evil = "<img src=x onerror=alert(1)>"
    players = tuple(each._replace(name=f"{evil}{n}") for n, each in enumerate(state.players))
    plan = scenario(11).action
    shown = lesson((state._replace(players=players), plan))
    shown.answer("no")
    html = [shown.page["players"], shown.page["verdict"]]
    shown.show()
    for step in shown.steps:
        html += [*step["ages"], step["causes"], step["clause"]]
    assert any("&lt;img" in each for each in html)
    assert not any("<img" in each for each in html)


# ------------------------------------------------------------------ practice


def test_practice_gives_the_same_exercises_for_the_same_seed():
    def prompts(seed):
        shown = practice("B6", "easy", seed)
        return [shown.prompt, *(shown.next().prompt for _ in range(3))]

    assert prompts(1) == prompts(1)
    assert prompts(1) != prompts(2)


def test_c2_practice_is_about_the_clause_and_shows_what_its_reasons_speak_of():
    shown, reduced = practice("C2", "easy", seed=8), 0
    for _ in range(6):
        assert "C2" in shown.exercise.clauses
        told = {each.words.text("en") for each in shown.exercise.because}
        shown.solve().check().show()
        assert shown.page["right"] is True
        captions = {step["caption"] for step in shown.steps}
        assert any("(C2)" in each for each in captions)
        places = {each for each in told if " is reduced to " in each}
        assert places <= captions
        reduced += len(places)
        shown.next()
    assert reduced > 0


def test_practice_counts_the_first_answer_only():
    shown = practice("H1", "easy", seed=1)
    wrong = not shown.exercise.correct
    shown.answer(wrong)
    shown.again()
    shown.answer(shown.exercise.correct)
    assert shown.page["progress"] == "0/1 right at the first try"
    shown.next().solve().check()
    assert shown.page["progress"] == "1/2 right at the first try"
    assert practice("H1").page["progress"] == "1/2 right at the first try"
    assert practice("B6").page["progress"] == ""


def test_practice_begins_anew_with_another_clause_or_difficulty():
    shown = practice("B3", seed=1).next()
    shown.clause = "h1"
    assert (shown.place, shown.clause) == (0, "H1")
    assert "H1" in shown.exercise.clauses
    first = shown.page["id"]
    shown.difficulty = "hard"
    assert shown.page["id"] != first
    with pytest.raises(KhronosError, match="no difficulty 'deadly'"):
        shown.difficulty = "deadly"
    with pytest.raises(KhronosError, match="no clause 'Q7'"):
        practice("Q7")


# ------------------------------------------------------------------ messages


@pytest.mark.parametrize(
    ("message", "error"),
    [
        ({"kind": "do", "what": "cheat"}, "there is no button 'cheat'"),
        ({"kind": "do", "what": "back"}, "there is no place -1"),
    ],
)
def test_a_message_that_cannot_be_answered_is_shown(message, error):
    shown = lesson(46)
    send(shown, **message)
    assert error in shown.error


def test_what_the_browser_sets_wrongly_is_shown_and_changes_nothing():
    shown = lesson(46)
    for state in ({"place": 3}, {"stage": "over"}, {"step": 77}, {"question": -1}):
        shown.error = ""
        set_by_page(shown, **state)
        assert "there " in shown.error
    assert (shown.place, shown.stage, shown.step, shown.question) == (0, "ask", 0, 0)
