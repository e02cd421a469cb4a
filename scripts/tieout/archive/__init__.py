"""The last room: versions of an article as archives, replayed from themselves, and compared."""
