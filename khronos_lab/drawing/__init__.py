"""Pictures: the three ages, time shadows, control, income and networks, drawn with matplotlib."""
