"""Third Person Shooter: its rules, content and tools."""
