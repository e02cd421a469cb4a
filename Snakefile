"""Sources and templates in, verified articles out; `snakemake all` needs no network."""

import sys

sys.path.insert(0, f"{workflow.basedir}/scripts")
from tieout.workflow import articles, in_languages, room, source_files, template_files

# Jobs run on the Python that runs Snakemake, activated or not.
shell.prefix(f'export PATH="{sys.exec_prefix}/bin:$PATH"; ')


# The Python that `--software-deployment-method apptainer` brings; by default the locked .venv runs.
container: "docker://python:3.13-slim"


rule all:
    input:
        expand("build/{article}/checks.json", article=articles()),


rule ledger:
    input:
        article="templates/{article}/article.yaml",
        sources=lambda wildcards: source_files(wildcards.article),
        code=room("ledger.py", "*.*", "bounds/*", "schemas/*"),
    output:
        ledger="build/{article}/ledger.json",
        tidy=multiext("build/{article}/", "observations.csv", "datapackage.json"),
        record="build/{article}/records/ledger.json",
    log:
        "build/logs/{article}.ledger.log",
    shell:
        "python scripts/ledger.py {wildcards.article} 2> {log}"


rule figures:
    input:
        ledger=rules.ledger.output.ledger,
        code=room("figures.py", "figures/*", "figures/kinds/*"),
    output:
        record="build/{article}/records/figures.{lang}.json",
    log:
        "build/logs/{article}.{lang}.figures.log",
    shell:
        "python scripts/figures.py {wildcards.article} {wildcards.lang} 2> {log}"


rule page:
    input:
        ledger=rules.ledger.output.ledger,
        figures=rules.figures.output.record,
        templates=lambda wildcards: template_files(wildcards.article),
        layout=multiext("templates/_layout/", "page.html.j2", "style.css", "words.yaml"),
        code=room("page.py", "pages/*"),
    output:
        html="build/{article}/{lang}/index.html",
        markdown="build/{article}/{lang}/article.md",
        record="build/{article}/records/page.{lang}.json",
    log:
        "build/logs/{article}.{lang}.page.log",
    shell:
        "python scripts/page.py {wildcards.article} {wildcards.lang} 2> {log}"


rule verify:
    input:
        ledger=rules.ledger.output,
        pages=lambda wc: expand(rules.page.output, **in_languages(wc.article)),
        code=room("verify.py", "checks/*"),
    output:
        checks="build/{article}/checks.json",
        provenance="build/{article}/provenance.json",
    log:
        "build/logs/{article}.verify.log",
    shell:
        "python scripts/verify.py {wildcards.article} 2> {log}"


include: "scripts/side_doors.smk"
