"""The explainer: whether something may be done, and why not."""
