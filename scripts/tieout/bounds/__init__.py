"""The least and greatest value of a formula while its inputs move through their intervals.

Where no figure enters by two ways, interval arithmetic is tight: graph.py takes a formula apart
into the single operations of arithmetic.py (exp, log and roots: elementary.py). Where one does,
tangle.py writes the part in question as a sum of monomials (laurent.py, atoms.py), slopes.py proves
which way each figure pulls it (on the enclosures of enclosure.py), and search.py looks at the
corners that are left, or closes in on an extreme between them.
"""
