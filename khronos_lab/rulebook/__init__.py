"""What the box and the rules page say: words, numbers, clauses, errors; no behaviour."""
