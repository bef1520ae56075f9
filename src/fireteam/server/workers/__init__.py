"""Worker processes: bots, odds and compilation."""
