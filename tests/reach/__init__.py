"""Which tests enter which functions, kept from run to run: what `./check --changed` and altered lines go by."""
