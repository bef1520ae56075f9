"""What every game stands on: records, rules, dice, choices, events. Knows no game, does no input or output."""
