"""Random faults for everything that reads what an editor wrote: `python -m tests.fuzz --help`."""
