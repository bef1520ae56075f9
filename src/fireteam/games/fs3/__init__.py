"""FS3: percentile role-playing combat, run by a Storyteller or by itself. NOTICE says how it may be copied."""
