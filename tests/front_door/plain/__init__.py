"""Every answer of a dataset a second time: plain loops over the rows of its tables.

Nothing of the statistics is used here but their limits. How a building lived and what a first turn
is called are taken from frames that tests of their own recompute from the events of games.
"""
