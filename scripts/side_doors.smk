# Verbs that `all` never walks through: they speak to the network, or rewrite sources/.


localrules:
    pull,
    accept,


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
