"""Campaigns on the server: sessions, links, what somebody may see of one, fights at tables, and files."""
