"""Sequences of edits, after each of which a build has to leave what a build from nothing leaves."""
