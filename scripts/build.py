"""Build and verify every article: `snakemake all`, begun a fifth of a second sooner.

Snakemake's command line makes its plug-ins and reports ready before it looks at a workflow. This
asks its API for programs for the same: the same rules, the settings of profiles/default, the same
words and exit status.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tieout.errors import fail, run

PROFILE = Path("profiles/default/profile.yaml")
TARGET = "all"
_TIMESPAN = re.compile(r"[1-9][0-9]{0,6}/[0-9]{1,4}(?:ms|[smhd])")
_QUIET = {"host", "progress", "reason", "rules"}


def _is_count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


#: The settings of the profile that `build` hands on, and what each may be. Without a core, say,
#: Snakemake would wait for one for ever.
_HANDED_ON: dict[str, tuple[Callable[[Any], bool], str]] = {
    "cores": (lambda value: _is_count(value) and value > 0, "a whole number from 1 on"),
    "max-jobs-per-timespan": (
        lambda value: isinstance(value, str) and bool(_TIMESPAN.fullmatch(value)),
        "a number, a slash and a time, such as 1000/0s",
    ),
    "scheduler": (lambda value: value == "greedy", "greedy"),
    "max-checksum-file-size": (_is_count, "a whole number of bytes"),
    "rerun-incomplete": (lambda value: isinstance(value, bool), "true or false"),
    "quiet": (
        lambda value: isinstance(value, list) and {*map(str, value)} <= _QUIET,
        f"a list of {', '.join(sorted(_QUIET))}",
    ),
}


def build() -> bool:
    """Run what is not up to date. False, after Snakemake has said why, when that failed.

    Raises TieoutError for a setting of the profile that is not known here.
    """
    from snakemake.api import SnakemakeApi
    from snakemake.scheduling import greedy
    from snakemake.settings.enums import Quietness
    from snakemake.settings.types import (
        DAGSettings,
        ExecutionSettings,
        MaxJobsPerTimespan,
        OutputSettings,
        ResourceSettings,
        SchedulingSettings,
    )

    profile = settings()
    quiet = {Quietness.parse_choice(each) for each in profile["quiet"]}
    with SnakemakeApi(OutputSettings(quiet=quiet)) as api:
        try:
            workflow = api.workflow(ResourceSettings(cores=profile["cores"]))
            dag = workflow.dag(
                DAGSettings(
                    targets={TARGET},
                    force_incomplete=profile["rerun-incomplete"],
                    max_checksum_file_size=profile["max-checksum-file-size"],
                )
            )
            dag.execute_workflow(
                execution_settings=ExecutionSettings(latency_wait=5, standalone=True),
                scheduling_settings=SchedulingSettings(
                    scheduler=profile["scheduler"],
                    max_jobs_per_timespan=MaxJobsPerTimespan.parse_choice(
                        profile["max-jobs-per-timespan"]
                    ),
                ),
                scheduler_settings=greedy.SchedulerSettings(),
            )
        except Exception as error:
            api.print_exception(error)
            return False
    return True


def settings() -> dict[str, Any]:
    """What the profile sets. Raises TieoutError unless it is what `build` hands on."""
    import yaml

    from tieout.files import read_text

    try:
        data = yaml.safe_load(read_text(PROFILE))
    except yaml.YAMLError as error:
        line = getattr(error, "problem_mark", None)
        raise fail(PROFILE, line.line + 1 if line else 0, "broken YAML", "mend it") from None
    odd = sorted({*(map(str, data) if isinstance(data, dict) else ())} ^ _HANDED_ON.keys())
    if odd:
        what = f"the setting '{odd[0]}' is missing, or not one that scripts/build.py hands on"
        raise fail(PROFILE, 0, what, "teach it to scripts/build.py, or use snakemake all")
    for name, (fits, wanted) in _HANDED_ON.items():
        if not fits(data[name]):
            raise fail(PROFILE, 0, f"the setting '{name}' is '{data[name]}'", f"write {wanted}")
    return dict(data)


def main() -> None:
    """Build, and end with Snakemake's exit status."""
    argparse.ArgumentParser(description=__doc__).parse_args()
    sys.exit(0 if build() else 1)


if __name__ == "__main__":
    run(main)
