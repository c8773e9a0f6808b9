from . import cli as cli
from . import server as server
from .cli import main as main
from .server import PACKAGE as PACKAGE
