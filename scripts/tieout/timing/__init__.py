"""What builds cost: in copies of the project, each time beside a bare run of Snakemake."""
