"""The recorder: a table game written down with clicks."""
