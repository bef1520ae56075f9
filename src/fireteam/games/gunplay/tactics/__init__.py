"""How the bot plays Gunplay: what shots are worth, what it is after, where it goes, whom it puts on Overwatch."""
