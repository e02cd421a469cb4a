"""Make the archive of an article's version, once: a version that was given out stays as it is."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from tieout.archive.citation import citation_cff
from tieout.archive.contents import Contents, Project, collect
from tieout.archive.crate import crate_json
from tieout.archive.pack import MANIFEST, pack
from tieout.archive.readme import readmes
from tieout.archive.unpack import CRATE, read_archive
from tieout.errors import TieoutError, fail
from tieout.files import write_atomic

CITATION = "CITATION.cff"
#: How many files a refusal names.
_NAMED = 5


def archive(article: str, project: Project, folder: Path, captures: bool = False) -> str:
    """Write <folder>/<article>-<version>.zip, and say what was done.

    Raises TieoutError when the article is not built and verified as it lies there, or when this
    version was archived with other content: the archive that exists is left alone.
    """
    contents = collect(article, project, captures)
    files = archive_files(contents)
    path = folder / f"{article}-{contents.version}.zip"
    data = pack(files, contents.day)
    if path.exists():
        if path.is_file() and path.read_bytes() == data:
            return f"{path.as_posix()}: this version is archived already, with the same content"
        raise _taken(path, contents, files)
    write_atomic(path, data)
    return f"{path.as_posix()}: {len(files) + 1} files, {len(data)} bytes"


def archive_files(contents: Contents) -> dict[str, bytes]:
    """All files of an archive but its checksums."""
    more = {CITATION: citation_cff(contents).encode("utf-8"), **readmes(contents)}
    crate = crate_json(contents, more).encode("utf-8")
    return {**contents.files, **more, CRATE: crate}


def _taken(path: Path, contents: Contents, files: Mapping[str, bytes]) -> TieoutError:
    try:
        old = read_archive(path)
    except TieoutError:
        what = f"there is another file, or a damaged archive of version {contents.version}"
        return fail(path, 0, what, "move it away, then archive again")
    old.pop(MANIFEST, None)
    names = sorted(name for name in {*old, *files} if old.get(name) != files.get(name))
    listed = ", ".join(names[:_NAMED]) + f" and {len(names) - _NAMED} more" * (len(names) > _NAMED)
    what = (
        f"version {contents.version} is archived already, with other content: {listed or 'dates'}"
    )
    mend = f"raise version: in templates/{contents.article}/article.yaml, and build again"
    return fail(path, 0, what, mend)
