"""Tests of the page: a package, so that they share a browser, which is gone before tests of other kinds begin."""
