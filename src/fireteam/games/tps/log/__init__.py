"""What the rules write into the log: one function for each event, of the same name, in a room of the same name."""
