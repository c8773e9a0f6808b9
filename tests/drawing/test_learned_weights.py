"""The picture of what was learned: the lines are the weights, in both languages."""

from __future__ import annotations

import numpy as np
import pytest

from khronos_lab.drawing import HOLDS, draw_income_worth
from khronos_lab.players import INCOMES, TRAITS, stages
from khronos_lab.rulebook import ROUNDS, KhronosError


def test_a_keep_in_round_3_is_drawn_where_its_weight_says():
    might = draw_income_worth(4).axes[1]
    keep = might.get_lines()[1]
    assert keep.get_label() == "by a keep"
    trait = 1 + TRAITS.index("Might by a keep")
    points = np.asarray(keep.get_xydata())
    assert [3.0, stages(4)[ROUNDS - 3].end[trait]] in points.tolist()


def test_every_hold_has_a_line_in_the_order_of_the_traits():
    drawn = [word for age in HOLDS for word in age]
    assert len(drawn) == len(INCOMES)
    for word, trait in zip(drawn, INCOMES, strict=True):
        assert {"open": "open to", "safe": "out of", "tie": "tied"}.get(word, word) in trait


@pytest.mark.parametrize(("language", "said"), [("en", "by a chapel"), ("de", "durch eine Kirche")])
def test_the_words_are_there_in_both_languages(language, said):
    faith = draw_income_worth(2, language=language).axes[2]
    assert faith.get_lines()[0].get_label() == said


def test_s1_six_cannot_play():
    with pytest.raises(KhronosError, match=r"two to five play Khronos, not 6 \(S1\)"):
        draw_income_worth(6)
