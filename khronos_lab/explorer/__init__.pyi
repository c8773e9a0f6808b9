from .widget import Explorer as Explorer
