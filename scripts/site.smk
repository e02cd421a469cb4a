# What spans articles, last: an article is listed once its checks have passed. When a page changes
# under the same ledger the job sees so at once, and ends before it has imported anything. (With the
# checks marked as ancient it would not even begin; but while they are made, Snakemake then passes
# over every other reason to run it.)


rule site:
    input:
        ledgers=expand(rules.ledger.output.ledger, article=made.articles()),
        checks=expand("build/{article}/checks.json", article=made.articles()),
        layout=made.layout_files(),
        code=made.room("site.py", "published.py", "site/*"),
        due=lambda wildcards: due.site_due(),
    output:
        index=update("build/index.html"),
        feeds=update(expand("build/feed.{lang}.xml", lang=made.LANGUAGES)),
        map=update("build/sitemap.xml"),
        robots=update("build/robots.txt"),
    log:
        "build/logs/site.log",
    shell:
        "python scripts/site.py 2>&1 | tee {log:q} >&2"
