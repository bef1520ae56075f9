"""The games, one folder each. A fifth game touches one folder and no other."""
