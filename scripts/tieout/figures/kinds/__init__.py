"""One module a kind of picture, each with `draw(canvas, entry)`."""
