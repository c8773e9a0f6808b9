"""Analysis: polars tables of many games, and what is counted in them."""
