"""Compiling the rules of a game beside a program that plays it already."""
