from . import cli as cli
from .cli import PACKAGE as PACKAGE
from .cli import main as main
