"""The small project with a source that can be pulled, and the page that its figures stand in."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from tests.mini_project import TESTS, Mini
from tests.pull.server import Web

PAGE = (TESTS / "fixtures" / "pull" / "bench.html").read_text("utf-8")
YAML = "sources/bench/source.yaml"
CSV = "sources/bench/speeds.csv"


@dataclass(frozen=True, slots=True)
class Bench:
    """A copy of the small project whose source `bench` is served by `web` at /bench."""

    mini: Mini
    web: Web

    def serve(self, *changes: tuple[str, str]) -> None:
        """Serve the page with some texts replaced; each must stand in it once."""
        page = PAGE
        for old, new in changes:
            assert page.count(old) == 1, f"{old!r} stands {page.count(old)} times in the page"
            page = page.replace(old, new)
        self.web.pages["/bench"] = page.encode("utf-8")

    def sources(self) -> dict[str, bytes]:
        """Every file under sources/, hidden ones too."""
        return tree(self.mini.root / "sources")

    def read(self, file: str) -> str:
        """The text of a file of the project."""
        return (self.mini.root / file).read_text("utf-8")


def tree(folder: Path) -> dict[str, bytes]:
    """The files of a folder by path."""
    found = sorted(path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in found}


def pullable(mini: Mini, web: Web) -> Bench:
    """Give the source of the small project an address and locators."""
    column = "OLD\n        locate: {column: %s}"
    lines = "{before: The change adds, after: lines of code}"
    edits = [
        ("https://engine.example/bench", web.url("/bench")),
        ("read: 2026-11-29\n", "published_locate: {before: Published, after: by the}\nOLD"),
        ("locator: table of speeds", "OLD\n    locate: {heading: Speeds}"),
        ("label: {en: GPUs, zh-TW: GPU 數}", column % "GPUs"),
        ("label: {en: new path, zh-TW: 新路徑}", column % "Decode / New path"),
        ("label: {en: old path, zh-TW: 舊路徑}", column % "Decode / Old path"),
        ("label: {en: gain as printed, zh-TW: 印出的加速}", column % "Gain"),
        ("zh-TW: 小群組}}", 'zh-TW: 小群組}, locate: {row: {GPUs: "8"}}}'),
        ("zh-TW: 大群組}}", 'zh-TW: 大群組}, locate: {row: {GPUs: "16"}}}'),
        ("locator: header", f"OLD # of the page\n    locate: {lines}"),
    ]
    for old, new in edits:
        mini.edit(YAML, old, new.replace("OLD", old))
    bench = Bench(mini, web)
    bench.serve()
    return bench
