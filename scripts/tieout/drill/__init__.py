"""The drill: change one thing in a copy of the project, and see whether the checks notice.

A check that has never failed proves nothing. Each kind of fault is made many times, at places drawn
by a seed, and each must be caught by the build or by verify. What an editor may change (a figure, a
unit, a condition) must be followed through to every place that rests on it, and to no other.
"""
