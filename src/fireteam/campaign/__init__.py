"""Campaigns that are kept: journals of entries, what they make of a campaign, undo, and folders of readable files."""
