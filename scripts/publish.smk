# Verify reads the drafts of an article and publishes them when it finds nothing. The pages it writes
# are in the languages of the article, which no wildcard tells: so one rule for each set of languages.
for langs, names in made.by_languages():

    rule:
        name:
            f"verify_{'_'.join(langs)}"
        input:
            ledger=rules.ledger.output,
            drafts=expand(rules.page.output, lang=langs, allow_missing=True),
            code=made.room("verify.py", "checks/*"),
            due=lambda wildcards: due.verify_due(wildcards.article),
        output:
            pages=update(made.published(langs)),
            checks=update("build/{article}/checks.json"),
            provenance=update("build/{article}/provenance.json"),
        log:
            "build/logs/{article}.verify.log",
        wildcard_constraints:
            article="|".join(names),
        shell:
            "python scripts/verify.py {wildcards.article:q} --publish"
            " --reuse build/logs/{wildcards.article:q}.kept.json 2>&1 | tee {log:q} >&2"
