"""Sources in, verified articles out, without network. `update`: it comes back if a job fails."""

import gc
import sys

gc.freeze()  # else Snakemake, as it ends, spends a fifth of a second on looking for what to free
sys.path.insert(0, f"{workflow.basedir}/scripts")
from tieout import dates, due
from tieout import workflow as made

shell.prefix(f'set -euo pipefail; export PATH="{sys.exec_prefix}/bin:$PATH"; ')


container: "docker://python:3.13-slim"


rule all:
    input:
        made.results(made.articles()),
        later=lambda wildcards: dates.none_later(made.articles()),


rule ledger:
    input:
        written=lambda wildcards: made.written_files(wildcards.article),
        code=made.room("ledger.py", "*.*", "bounds/*", "schemas/*"),
        due=lambda wildcards: due.room_due(wildcards.article, "ledger"),
    output:
        ledger=update("build/{article}/ledger.json"),
        observations=update("build/{article}/observations.csv"),
        package=update("build/{article}/datapackage.json"),
        record=update("build/{article}/records/ledger.json"),
    log:
        "build/logs/{article}.ledger.log",
    shell:
        "python scripts/ledger.py {wildcards.article:q} 2>&1 | tee {log:q} >&2"


rule figures:
    input:
        ledger=rules.ledger.output.ledger,
        code=made.room("figures.py", "figures/*", "figures/kinds/*"),
        due=lambda wildcards: due.room_due(
            wildcards.article, f"figures.{wildcards.lang}"
        ),
    output:
        index=update("figures/{article}/index.{lang}.json"),
        record=update("build/{article}/records/figures.{lang}.json"),
    log:
        "build/logs/{article}.{lang}.figures.log",
    shell:
        "python scripts/figures.py {wildcards.article:q} {wildcards.lang} 2>&1 | tee {log:q} >&2"


rule page:
    input:
        ledger=rules.ledger.output.ledger,
        figures=rules.figures.output.record,
        templates=lambda wildcards: made.template_files(wildcards.article),
        code=made.room("page.py", "pages/*"),
        due=lambda wildcards: due.room_due(wildcards.article, f"page.{wildcards.lang}"),
    output:
        html=update("build/{article}/{lang}/draft.html"),
        markdown=update("build/{article}/{lang}/draft.md"),
        record=update("build/{article}/records/page.{lang}.json"),
    log:
        "build/logs/{article}.{lang}.page.log",
    shell:
        "python scripts/page.py {wildcards.article:q} {wildcards.lang} 2>&1 | tee {log:q} >&2"


include: "scripts/publish.smk"
include: "scripts/site.smk"
include: "scripts/side_doors.smk"
