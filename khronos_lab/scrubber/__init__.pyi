from .slider import scrub as scrub
