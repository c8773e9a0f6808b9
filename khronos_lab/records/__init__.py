"""Game records (`.khr`): what people write, share and trust; `FORMAT.md` beside this tells how."""

import lazy_loader

__getattr__, _, _ = lazy_loader.attach_stub(__name__, __file__)
# The stub lists what other folders may use; these are for everybody: `khronos_lab.records`.
__all__ = [
    "GameRecord",
    "Recorder",
    "read_games",
    "read_record",
    "record_text",
    "steps_of",
    "write_records",
]


def __dir__() -> list[str]:
    return __all__
