"""Commands about game records: `validate`, `show` and `convert`; `cli.py` offers them."""
