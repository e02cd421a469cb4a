"""A folder instead of the network: pages saved by hand, as DIR/<host>/<path>."""

from __future__ import annotations

import datetime
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import unquote

from tieout.errors import fail
from tieout.pull import addresses
from tieout.pull.addresses import Address
from tieout.pull.failure import FetchError
from tieout.pull.fetch import Answer, Known
from tieout.pull.limits import Limits


def open_mirror(folder: Path) -> Mirror:
    """The mirror of a folder. Raises TieoutError if there is no such folder."""
    if not folder.is_dir():
        raise fail(folder, 0, "there is no such folder", "name the folder that holds <host>/<path>")
    return Mirror(folder)


@dataclass(frozen=True, slots=True)
class Mirror:
    """Answers from a folder; it stands where a Fetcher stands."""

    folder: Path
    limits: Limits = field(default_factory=Limits)

    def get(self, url: str, accept: str, known: Known | None = None) -> Answer:  # noqa: ARG002
        """The file saved for `url`. Raises FetchError if there is none."""
        address = addresses.parse(url)
        path = self._file(address)
        if path.stat().st_size > self.limits.body:
            raise FetchError(f"{path} is too large", f"keep it below {self.limits.body} bytes")
        body = path.read_bytes()
        if not body.strip():
            raise FetchError(f"{path} is empty", f"save {url} there again")
        when = datetime.datetime.fromtimestamp(path.stat().st_mtime, datetime.UTC)
        return Answer(url, url, body, {}, when, by_hand=True)

    def _file(self, address: Address) -> Path:
        """The plain file of an address; a browser may have added .html to its name."""
        root = self.folder.resolve()
        base = root / address.authority.replace(":", "_") / unquote(address.target).lstrip("/")
        if not base.resolve().is_relative_to(root):
            raise FetchError(f"{address.url} leads out of the mirror", "correct the address")
        for path in (base, base.with_name(base.name + ".html"), base / "index.html"):
            if path.resolve().is_relative_to(root) and path.is_file():
                return path
        name = base.relative_to(root).as_posix()
        raise FetchError(f"the mirror {self.folder} has no {name}", f"save {address.url} there")
