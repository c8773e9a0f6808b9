"""Questions that many games can be asked, and their answers: numbers, figure, sentence, limits."""
