"""Players: what one is, what it sees, games of players, and those that come with khronos_lab."""

import lazy_loader

__getattr__, _, _ = lazy_loader.attach_stub(__name__, __file__)
# The stub lists what other folders may use; these are for everybody: `khronos_lab.players`.
__all__ = [
    "GreedyPlayer",
    "MasterPlayer",
    "PlannerPlayer",
    "Player",
    "RandomPlayer",
    "Rollouts",
    "advised_turn",
    "best_plans",
    "continuation",
    "contrast",
    "known_to",
    "likely_coins",
    "play_game",
    "play_on",
    "player_named",
    "seen_by",
    "sensible",
]


def __dir__() -> list[str]:
    return __all__
