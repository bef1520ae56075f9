"""Learning by playing: positions of the real game, each with a task, and a word at the moment of a poor choice."""
