"""The text of a record: notation, tags, reading and writing (`FORMAT.md` describes it)."""
