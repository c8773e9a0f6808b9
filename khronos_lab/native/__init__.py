"""The compiled engine: the rules, the learned value and the search of a turn, in C.

It is the fast twin of the readable engine, which stays the authority and explains; a differential
test compares the two move by move. Here are a position with what can be asked of it, and whole
games; nothing else of the package knows how the C side keeps them::

    position = Position.of(kl.new_game(2, seed=7))
    position.legal()  # actions, as the readable engine lists them
    position.play(action)  # another position, or the choice that it leaves open
    position.evaluate().coins  # the learned value
    position.plans()  # the best ways to play this turn
    play_games(["random"] * 4, range(1000))

Where it was not compiled, `Position.of` says so in one sentence (`NativeMissing`).
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
