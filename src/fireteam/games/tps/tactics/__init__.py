"""How the greedy bot plays: what it buys, where it goes, what it holds, whom it shoots. No rule stands here."""
