# What spans articles, last: an article is listed once its checks have passed. Where nothing but
# prose has changed they count as old, and the job does not even begin; where a page changes
# otherwise under the same ledger it sees so at once, and ends before it has imported anything.


rule site:
    input:
        ledgers=expand(rules.ledger.output.ledger, article=made.articles()),
        checks=lambda wildcards: due.checks_of(made.articles()),
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
