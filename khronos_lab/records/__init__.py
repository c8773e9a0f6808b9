"""Game records (`.khr`): what people write, share and trust; `FORMAT.md` beside this tells how."""
