"""Write what spans articles: the front page, a feed a language, the site map, robots.txt."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from tieout.errors import fail, run
from tieout.provenance import LOCK, PROJECT, Trace, sha256
from tieout.workflow import layout_files

if TYPE_CHECKING:
    from tieout.checks.finding import Finding
    from tieout.checks.site_parts import Parts


def main() -> None:
    """Make and check everything in memory first, so that a finding leaves the former files."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--templates", type=Path, default=Path("templates"))
    parser.add_argument("--build", type=Path, default=Path("build"))
    parser.add_argument("--check", action="store_true", help="write nothing, read what lies there")
    args = parser.parse_args()
    names = sorted(path.parent.name for path in args.templates.glob("*/article.yaml"))
    if not names:
        raise fail(args.templates, 0, "there is no article", "add <name>/article.yaml here")
    kept = args.build / "logs" / "site.json"
    roots = {"templates": args.templates, "build": args.build}
    if args.check:
        check(names, args.templates, args.build)
        return
    # What is asked for by its place: a new file changes what is made, and no record has it.
    asked = {"articles": names, "layout": layout_files(args.templates)}
    if is_made(kept, asked, roots):
        print("site: nothing has changed")
        return

    from tieout.checks.reuse import Kept
    from tieout.checks.site_parts import Parts
    from tieout.files import write_atomic, write_together

    answers = Kept(args.build / "logs" / "site.kept.json")
    trace, parts = Trace("site", roots), Parts(answers.recall({}))
    trace.add(answers.times)
    files = make(names, args.templates, args.build, parts)

    outputs = {args.build / name: content for name, content in files.items()}
    write_together(outputs)
    read = trace.hashes({path: sha256(path) for path in outputs})
    # Whether the pages are there was checked; their words are not what the files were made from.
    read["inputs"] = {n: mark for n, mark in read["inputs"].items() if not n.endswith(".html")}
    write_atomic(kept, json.dumps({**asked, **read}, indent=1) + "\n")
    write_atomic(answers.path, answers.text(parts.answers()))
    print(f"site: {', '.join(files)}")


def check(names: list[str], templates: Path, build: Path) -> None:
    """Hold the files that lie there against those that the ledgers give, letter by letter.

    Ends with status 1 when one is another, is missing, or a fault is found in what it has to be.
    """
    from tieout.checks.finding import Finding
    from tieout.checks.site_parts import Parts

    findings = []
    for name, due in make(names, templates, build, Parts({})).items():
        path = build / name
        found = path.read_bytes() if path.is_file() else b""
        if found != due:
            pairs = enumerate(zip(found.split(b"\n"), due.split(b"\n"), strict=False), start=1)
            line = next((number for number, (one, other) in pairs if one != other), 1)
            what = "the file is not what the ledgers give" if found else "the file is missing"
            findings.append(Finding(str(path), line, what, "run snakemake all"))
    stop_for(findings)
    print(f"site: {len(names)} articles, 0 found")


def make(names: list[str], templates: Path, build: Path, parts: Parts) -> dict[str, bytes]:
    """The files by their names in `build`; ends with status 1 when a fault is found in them."""
    from tieout.checks.site import check_site
    from tieout.ledger_file import read_ledger
    from tieout.site.files import site_files

    ledgers = {name: read_ledger(build / name / "ledger.json") for name in names}
    files = site_files(list(ledgers.values()), templates)
    findings = check_site(files, ledgers, build, templates, parts)
    stop_for(findings)
    return files


def stop_for(findings: Sequence[Finding]) -> None:
    """Tell of findings and end with status 1, if there are any."""
    for finding in findings:
        print(finding, file=sys.stderr)
    if findings:
        sys.exit(1)


def is_made(kept: Path, asked: Mapping[str, list[str]], roots: Mapping[str, Path]) -> bool:
    """Whether the files are those made last, from what lies there now; then they count as new."""
    folders = {**roots, "scripts": Path(__file__).parent, LOCK: PROJECT / LOCK}
    try:
        last = json.loads(kept.read_text("utf-8"))
        marks = {**last["inputs"], **last["outputs"]}
        paths = {name: _path(name, folders) for name in marks}
        if any(last[key] != files for key, files in asked.items()):
            return False
        if any(sha256(paths[name]) != mark for name, mark in marks.items()):
            return False
    except (OSError, ValueError, LookupError, TypeError, AttributeError):
        return False  # missing, broken, or something it names is gone
    for name in last["outputs"]:
        os.utime(paths[name])
    return True


def _path(name: str, folders: Mapping[str, Path]) -> Path:
    root, _, rest = name.partition("/")
    return folders[root] / rest


if __name__ == "__main__":
    run(main)
