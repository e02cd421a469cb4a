# What spans articles. Light, and last: an article is listed once its checks have passed. A page that
# changes under the same ledger changes nothing here, so the checks are awaited, not watched.


rule site:
    input:
        ledgers=expand(rules.ledger.output.ledger, article=made.articles()),
        checks=ancient(expand("build/{article}/checks.json", article=made.articles())),
        layout=made.layout_files(),
        code=made.room("site.py", "published.py", "site/*"),
    output:
        index=update("build/index.html"),
        feeds=update(expand("build/feed.{lang}.xml", lang=made.LANGUAGES)),
        map=update("build/sitemap.xml"),
        robots=update("build/robots.txt"),
    log:
        "build/logs/site.log",
    shell:
        "python scripts/site.py 2>&1 | tee {log:q} >&2"
