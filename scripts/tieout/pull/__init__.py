"""The side door: fetch the sources, keep the bytes, re-read every located figure, say what changed.

Nothing in here runs in `snakemake all`.
"""
