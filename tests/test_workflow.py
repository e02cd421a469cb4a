"""The workflow as a person runs it: what fails changes nothing, what is missing is made again."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from datetime import datetime
from pathlib import Path

import pytest
from tests.mini_project import ROOT, Mini, copy_mini

from tieout import workflow
from tieout.dates import none_later
from tieout.errors import TieoutError
from tieout.yamlio import parse

SNAKEMAKE = Path(sys.executable).with_name("snakemake")


def _snakemake(root: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(SNAKEMAKE), "all"], cwd=root, capture_output=True, text=True, check=False
    )


def _files(root: Path) -> dict[str, bytes]:
    folders = (root / "build" / "mini", root / "figures")
    found = (path for folder in folders for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in found}


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Mini:
    """The small project with the real workflow, built once."""
    mini = copy_mini(tmp_path_factory.mktemp("workflow") / "mini")
    for name in ("Snakefile", "requirements.txt"):
        shutil.copy2(ROOT / name, mini.root / name)
    for name in ("scripts", "profiles"):
        skip = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / name, mini.root / name, ignore=skip, dirs_exist_ok=True)
    done = _snakemake(mini.root)
    assert done.returncode == 0, done.stderr
    return mini


@pytest.mark.parametrize(
    ("file", "old", "new", "message"),
    [
        ("sources/bench/source.yaml", "publisher:", "publishr:", "unknown key 'publishr'"),
        ("templates/mini/article.en.md.j2", "bench/speeds/small/gain", "bench/gian", "bench/gian"),
    ],
)
def test_bad_input_leaves_every_result_as_it_was(
    built: Mini, file: str, old: str, new: str, message: str
) -> None:
    """Snakemake removes the outputs of a job before and after it fails, unless told not to."""
    before, path = _files(built.root), built.root / file
    text = path.read_text("utf-8")
    path.write_text(text.replace(old, new, 1), "utf-8")
    done = _snakemake(built.root)
    path.write_text(text, "utf-8")
    assert done.returncode == 1
    said = [line for line in done.stderr.splitlines() if message in line]
    assert said, done.stderr
    assert said[0].startswith(f"{file}:")
    after = _files(built.root)
    # The other language's page may be made again, since it tells when a translation has aged.
    kept = [name for name in before if "zh-TW" not in name or file.startswith("sources/")]
    assert {name: after.get(name) for name in kept} == {name: before[name] for name in kept}
    assert _snakemake(built.root).returncode == 0


PAGES = [f"{lang}/{file}" for lang in ("en", "zh-TW") for file in ("index.html", "article.md")]
PUBLISHED = [f"build/mini/{file}" for file in ("checks.json", "provenance.json", *PAGES)]


def test_what_does_not_pass_is_never_published(built: Mini) -> None:
    """Readers keep the pages that passed; the draft shows the editor what did not."""
    before, path = _files(built.root), built.root / "templates/mini/article.en.md.j2"
    text = path.read_text("utf-8")
    path.write_text(text.replace("We looked at", "We looked at all 842 of", 1), "utf-8")
    done = _snakemake(built.root)
    failed = _files(built.root)
    assert done.returncode == 1
    said = [line for line in done.stderr.splitlines() if "the number '842' has no source" in line]
    assert said
    assert said[0].startswith("templates/mini/article.en.md.j2:")
    assert [name for name in PUBLISHED if failed.get(name) != before[name]] == []
    assert b"842" in failed["build/mini/en/draft.html"]
    path.write_text(text, "utf-8")
    assert _snakemake(built.root).returncode == 0
    assert _files(built.root) == before


def test_a_draft_edited_by_hand_is_never_published(built: Mini) -> None:
    """It is not what its template says, and its record tells."""
    before, path = _files(built.root), built.root / "build/mini/en/draft.html"
    path.write_bytes(before["build/mini/en/draft.html"].replace(b"post", b"Post", 1))
    done = _snakemake(built.root)
    assert done.returncode == 1
    assert "build/mini/en/draft.html is not what page.en wrote" in done.stderr
    failed = _files(built.root)
    assert [name for name in PUBLISHED if failed[name] != before[name]] == []
    path.unlink()
    assert _snakemake(built.root).returncode == 0
    assert _files(built.root) == before


def test_what_is_missing_is_made_again(built: Mini) -> None:
    """A reader's file that is lost, or all pictures, come back with the next build."""
    before = _files(built.root)
    shutil.rmtree(built.root / "figures")
    for name in ("en/index.html", "zh-TW/article.md", "observations.csv"):
        (built.root / "build" / "mini" / name).unlink()
    done = _snakemake(built.root)
    assert done.returncode == 0, done.stderr
    assert _files(built.root) == before


@pytest.mark.parametrize("name", ["x;touch pwned", "Bad Name", "..evil", "archive", "figures"])
def test_a_folder_name_never_reaches_the_shell(built: Mini, name: str) -> None:
    """A name that is not allowed is refused before any job starts."""
    folder = built.root / "templates" / name
    shutil.copytree(built.root / "templates" / "mini", folder)
    done = _snakemake(built.root)
    shutil.rmtree(folder)
    assert done.returncode == 1
    assert "is not allowed: name the folder with small letters" in done.stderr
    assert not list(built.root.rglob("pwned"))


def test_prose_without_its_article_yaml_is_an_error(built: Mini) -> None:
    """An article.yml, or a lost article.yaml, is not passed over in silence."""
    folder = built.root / "templates" / "other"
    shutil.copytree(built.root / "templates" / "mini", folder)
    (folder / "article.yaml").rename(folder / "article.yml")
    done = _snakemake(built.root)
    shutil.rmtree(folder)
    assert done.returncode == 1
    assert "templates/other/article.yaml:1: there is prose, but no article.yaml" in done.stderr


SITE = ("index.html", "feed.en.xml", "feed.zh-TW.xml", "sitemap.xml", "robots.txt")


def _confirm(root: Path) -> None:
    confirm = [sys.executable, "scripts/translated.py", "mini"]
    subprocess.run(confirm, cwd=root, check=True, capture_output=True)


def test_the_site_is_made_last_and_only_when_a_ledger_changes(built: Mini) -> None:
    """What is lost or edited comes back; a word in the prose changes nothing and costs nothing."""
    folder = built.root / "build"
    before = {name: (folder / name).read_bytes() for name in SITE}
    (folder / "feed.en.xml").unlink()
    assert _snakemake(built.root).returncode == 0
    assert {name: (folder / name).read_bytes() for name in SITE} == before
    (folder / "robots.txt").write_text("edited", "utf-8")
    path = built.root / "templates/mini/article.en.md.j2"
    for is_made in (True, False):
        path.write_text(path.read_text("utf-8").rstrip("\n") + "\n\nIndeed.\n", "utf-8")
        _confirm(built.root)
        done = _snakemake(built.root)
        assert done.returncode == 0, done.stderr
        assert "(Rule: verify_" in done.stderr
        assert ("(Rule: site)" in done.stderr) is is_made
        assert {name: (folder / name).read_bytes() for name in SITE} == before
        assert "Nothing to be done" in _snakemake(built.root).stderr


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("templates/mini/article.yaml", 'en: "Is it', 'en: "Was it'),
        ("templates/_layout/words.yaml", "en: Articles", "en: All articles"),
        ("config.yaml", "https://tieout.example/", "https://other.example/"),
        ("build/index.html", "<body", "<body hidden"),
        ("build/feed.en.xml", "", ""),
    ],
)
def test_whatever_changes_with_the_prose_reaches_the_site(
    built: Mini, file: str, old: str, new: str
) -> None:
    """The site is left out for prose alone: not beside a change that it has to follow."""
    prose, other = built.root / "templates/mini/article.en.md.j2", built.root / file
    site = [built.root / "build" / name for name in SITE]
    before = {path: path.read_bytes() for path in (prose, other, *site)}
    prose.write_text(prose.read_text("utf-8").rstrip("\n") + "\n\nIndeed.\n", "utf-8")
    if old:
        assert old in other.read_text("utf-8")
        other.write_text(other.read_text("utf-8").replace(old, new), "utf-8")
    else:
        other.unlink()
    _confirm(built.root)
    done = _snakemake(built.root)
    assert done.returncode == 0, done.stderr
    assert done.stderr.index("(Rule: verify_") < done.stderr.index("(Rule: site)")
    made = {path: path.read_bytes() for path in site}
    is_result = file.startswith("build/")
    assert (made == {path: before[path] for path in site}) is is_result
    assert "Nothing to be done" in _snakemake(built.root).stderr
    prose.write_bytes(before[prose])
    if not is_result:
        other.write_bytes(before[other])
    _confirm(built.root)
    assert _snakemake(built.root).returncode == 0
    assert {path: path.read_bytes() for path in site} == {path: before[path] for path in site}


def test_a_ledger_of_a_build_that_failed_reaches_the_site(built: Mini) -> None:
    """The site is not made then, and is made by the next build that passes."""
    article, prose = (
        built.root / "templates/mini" / n for n in ("article.yaml", "article.en.md.j2")
    )
    texts = article.read_text("utf-8"), prose.read_text("utf-8")
    article.write_text(texts[0].replace('en: "Is it', 'en: "Was it'), "utf-8")
    prose.write_text(texts[1] + "\n\n{{ f('bench/gian') }}\n", "utf-8")
    assert _snakemake(built.root).returncode == 1
    front = built.root / "build/index.html"
    assert "Was it" not in front.read_text("utf-8")
    prose.write_text(texts[1], "utf-8")
    confirm = [sys.executable, "scripts/translated.py", "mini"]
    subprocess.run(confirm, cwd=built.root, check=True, capture_output=True)
    done = _snakemake(built.root)
    assert done.returncode == 0, done.stderr
    assert "Was it" in front.read_text("utf-8")
    article.write_text(texts[0], "utf-8")
    subprocess.run(confirm, cwd=built.root, check=True, capture_output=True)
    assert _snakemake(built.root).returncode == 0


def test_a_site_that_failed_is_not_forgotten_without_its_log(built: Mini) -> None:
    """Whoever empties build/logs takes away what tells that the job did not end well."""
    article, gone = built.root / "templates/mini/article.yaml", built.root / "build/gone"
    text = article.read_text("utf-8")
    shutil.copytree(built.root / "build/mini", gone)
    (built.root / "build/logs/site.json").unlink()
    article.write_text(text.replace('en: "Is it', 'en: "Was it'), "utf-8")
    _confirm(built.root)
    for _ in range(2):
        done = _snakemake(built.root)
        assert done.returncode == 1
        assert "build/gone:1: the pages of 'gone'" in done.stderr
    shutil.rmtree(gone)
    assert _snakemake(built.root).returncode == 0
    assert "Was it" in (built.root / "build/index.html").read_text("utf-8")
    assert "Nothing to be done" in _snakemake(built.root).stderr
    article.write_text(text, "utf-8")
    _confirm(built.root)
    assert _snakemake(built.root).returncode == 0


def test_a_style_sheet_that_has_come_reaches_the_front_page(built: Mini) -> None:
    """With a change of the prose or without one, and however old it is."""
    sheet = built.root / "templates/_layout/60-more.css"
    prose = built.root / "templates/mini/article.en.md.j2"
    front, text = built.root / "build/index.html", prose.read_text("utf-8")
    for edited in ("", "\n\nIndeed.\n"):
        sheet.write_text(".more { color: red }\n", "utf-8")
        os.utime(sheet, (10**9, 10**9))
        prose.write_text(text.rstrip("\n") + (edited or "\n"), "utf-8")
        _confirm(built.root)
        assert _snakemake(built.root).returncode == 0
        assert ".more" in front.read_text("utf-8")
        assert "Nothing to be done" in _snakemake(built.root).stderr
        sheet.unlink()
        prose.write_text(text, "utf-8")
        _confirm(built.root)
        assert _snakemake(built.root).returncode == 0
        assert ".more" not in front.read_text("utf-8")


def test_another_address_reaches_every_page(built: Mini) -> None:
    """config.yaml is an input like any other; without an address nothing is built."""
    path, page = built.root / "config.yaml", built.root / "build/mini/en/index.html"
    text = path.read_text("utf-8")
    path.write_text(text.replace("https://tieout.example/", "https://other.example/x/"), "utf-8")
    done = _snakemake(built.root)
    assert done.returncode == 0, done.stderr
    assert 'rel="canonical" href="https://other.example/x/mini/en/"' in page.read_text("utf-8")
    for name in ("feed.en.xml", "sitemap.xml", "index.html", "robots.txt"):
        content = (built.root / "build" / name).read_text("utf-8")
        assert "https://other.example/x/" in content
        assert "tieout.example" not in content
    path.write_text(text.replace("  address: https://tieout.example/\n", ""), "utf-8")
    done = _snakemake(built.root)
    path.write_text(text, "utf-8")
    assert done.returncode == 1
    assert "config.yaml:4: site lacks address: add address: " in done.stderr
    assert "https://other.example/x/" in page.read_text("utf-8")
    assert _snakemake(built.root).returncode == 0


@pytest.mark.parametrize(
    "text",
    [
        "version: 1.0.0\nlanguages: [zh-TW, en]\nsources: [a, b]\ntitle: {en: x}\n",
        "sources:\n  - a\n  # why\n\n  - b\nlanguages:\n- en\n- zh-TW\nderived: {x: {y: z}}\n",
        "languages: &all [en]\nsources: [a]\nother: *all\n",
        "names: &n [a, b]\nsources: *n\nlanguages: [en]\n",
        "'languages': [en]\nsources: [a]\n",
        "{languages: [en], sources: [a]}\n",
        "note: |\n  languages: [no]\nlanguages: [en]\nsources: [a,\n  b]\n",
        "sources: [a]\n",
        "languages: [en]\nsources: [a]",
    ],
)
def test_what_is_cut_out_of_an_article_says_what_the_whole_says(text: str) -> None:
    """However an editor writes it."""
    path = Path("article.yaml")
    whole, cut = (parse(one, path).data for one in (text, workflow._asked(text)))
    for key in ("languages", "sources"):
        assert cut.get(key) == whole.get(key)


@pytest.mark.parametrize(
    ("later", "told"),
    [
        (["sources/bench/speeds.csv"], "run touch sources/bench/speeds.csv, or"),
        (
            ["sources/bench/speeds.csv", "scripts/tieout/digits.py", "build/mini/ledger.json"],
            "run find build scripts sources -type f -newermt now -exec touch {} +, or",
        ),
    ],
)
def test_a_file_of_tomorrow_says_so(built: Mini, later: list[str], told: str) -> None:
    """Snakemake itself takes away what it has made of it, at every run, and names no mend."""
    before, path = _files(built.root), built.root / "sources/bench/speeds.csv"
    text = path.read_text("utf-8")
    path.write_text(text.replace("256.4", "256.9"), "utf-8")
    tomorrow = time.time() + 86_400
    for name in later:
        os.utime(built.root / name, (tomorrow, tomorrow))
    done = _snakemake(built.root)
    assert done.returncode == 1
    count = f" (one of {len(later)})" if len(later) > 1 else ""
    day = datetime.fromtimestamp(tomorrow).strftime("%Y-%m-%d %H:%M")
    said = f"{min(later)}:1: the file is dated in the future, {day}{count}: {told} set the clock"
    assert said in done.stderr
    assert _files(built.root) == before
    command = done.stderr.partition("the future, ")[2].partition("run ")[2].partition(", or set")[0]
    subprocess.run(["bash", "-c", command], cwd=built.root, check=True)
    done = _snakemake(built.root)
    assert done.returncode == 0, done.stderr
    assert "256.9" in (built.root / "build/mini/en/article.md").read_text("utf-8")
    path.write_text(text, "utf-8")
    assert _snakemake(built.root).returncode == 0


def test_a_clock_that_is_a_little_ahead_is_let_pass(
    built: Mini, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a file server, which dates what is made as well."""
    monkeypatch.chdir(built.root)
    path = Path("templates/mini/article.en.md.j2")
    kept = path.stat().st_mtime
    os.utime(path, (time.time() + 30, time.time() + 30))
    assert none_later(["mini"]) == []
    os.utime(path, (time.time() + 90, time.time() + 90))
    with pytest.raises(
        TieoutError, match=r"article\.en\.md\.j2:1: the file is dated in the future"
    ):
        none_later(["mini"])
    os.utime(path, (kept, kept))


def test_a_read_only_project_says_so(built: Mini, tmp_path: Path) -> None:
    """Snakemake itself fails there with a trace of its own, which names no mend."""
    root = tmp_path / "mini"
    shutil.copytree(built.root, root)
    # An administrator writes anywhere, until that right is given up for good.
    lent = "--bounding-set=-dac_override,-dac_read_search,-fowner"
    powerless = ["setpriv", lent, "--inh-caps=-all"] if os.geteuid() == 0 else []
    if powerless and not shutil.which("setpriv"):
        pytest.skip("setpriv is missing: an administrator's rights cannot be given up")
    before = set(root.rglob("*"))
    folders = [root, *(path for path in before if path.is_dir())]
    for folder in folders:
        folder.chmod(0o555)
    try:
        done = subprocess.run(
            [*powerless, str(SNAKEMAKE), "all"],
            cwd=root,
            env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},
            capture_output=True,
            text=True,
            check=False,
        )
    finally:
        for folder in folders:
            folder.chmod(0o755)
    assert done.returncode == 1
    assert ".:1: nothing can be written into this folder: allow it (chmod u+w)" in done.stderr
    assert set(root.rglob("*")) == before
