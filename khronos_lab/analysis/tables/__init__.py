"""Games as tables: declared columns, built from replays, kept as Parquet."""
