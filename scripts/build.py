"""Build and verify every article: `snakemake all`, begun a fifth of a second sooner.

Snakemake's command line makes its plug-ins and reports ready before it looks at a workflow. This
asks its API for programs for the same: the same rules, the settings of profiles/default, the same
words and exit status.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from tieout.errors import fail, run

PROFILE = Path("profiles/default/profile.yaml")
TARGET = "all"
#: The settings of the profile that `build` hands on.
_HANDED_ON = {
    *("cores", "max-jobs-per-timespan", "scheduler", "rerun-incomplete", "quiet"),
    "max-checksum-file-size",
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
    odd = sorted((data.keys() if isinstance(data, dict) else set()) ^ _HANDED_ON)
    if odd:
        what = f"the setting '{odd[0]}' is missing, or not one that scripts/build.py hands on"
        raise fail(PROFILE, 0, what, "teach it to scripts/build.py, or use snakemake all")
    return dict(data)


def main() -> None:
    """Build, and end with Snakemake's exit status."""
    argparse.ArgumentParser(description=__doc__).parse_args()
    sys.exit(0 if build() else 1)


if __name__ == "__main__":
    run(main)
