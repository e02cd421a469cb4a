"""An article in the browser while it is written: each edit shows there a moment after it is saved.

One warm process calls the same functions as the rules of a build, and writes into a folder of its
own, so that it can disturb no build and no build can disturb it.
"""
