"""From strokes to files: figures, PNG, SVG."""
