"""Tables: matches with seats and chat, and their sessions, clocks, storage, replays and lessons."""
