# Verbs that `all` never walks through: they speak to the network, rewrite sources/, or keep and
# weigh what a build has made.


localrules:
    pull,
    accept,
    archive,
    replay,
    compare,


# Pull one source or all; a mirror is a folder of saved pages, DIR/<host>/<path>.
rule pull:
    log:
        "build/logs/pull.log",
    params:
        source=config.get("source", ""),
        mirror=config.get("mirror", ""),
    shell:
        "set -o pipefail; "
        "python scripts/pull.py --source={params.source:q} --mirror={params.mirror:q}"
        " 2>&1 | tee {log}"


# Take over what the last pull of a source found.
rule accept:
    log:
        "build/logs/accept.log",
    params:
        source=config.get("source", ""),
    shell:
        "set -o pipefail; "
        "python scripts/accept.py --source={params.source:q} 2>&1 | tee {log}"


# Keep the version of an article, or of all, as build/archive/<article>-<version>.zip.
rule archive:
    log:
        "build/logs/archive.log",
    params:
        article=config.get("article", ""),
        captures=config.get("captures", ""),
    shell:
        "set -o pipefail; "
        "python scripts/archive.py --article={params.article:q} --captures={params.captures:q}"
        " 2>&1 | tee {log}"


# Build an archive again from itself, in a clean folder, and compare every file.
rule replay:
    log:
        "build/logs/replay.log",
    params:
        archive=config.get("archive", ""),
    shell:
        "set -o pipefail; "
        "python scripts/replay.py --archive={params.archive:q} 2>&1 | tee {log}"


# Say what changed between two archives, or between one and the working tree (new=.).
rule compare:
    log:
        "build/logs/compare.log",
    params:
        old=config.get("old", ""),
        new=config.get("new", ""),
        article=config.get("article", ""),
    shell:
        "set -o pipefail; "
        "python scripts/compare.py --old={params.old:q} --new={params.new:q}"
        " --article={params.article:q} 2>&1 | tee {log}"
