"""Where a preview reads and writes, and the lock that keeps a second one out."""

from __future__ import annotations

import contextlib
import fcntl
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tieout.errors import fail


@dataclass(frozen=True, slots=True)
class Places:
    """The folders of the project, and the preview's own: it writes nowhere else."""

    sources: Path = Path("sources")
    templates: Path = Path("templates")
    config: Path = Path("config.yaml")
    own: Path = Path(".cache/preview")

    @property
    def build(self) -> Path:
        """Stands for build/."""
        return self.own / "build"

    @property
    def figures(self) -> Path:
        """Stands for figures/."""
        return self.own / "figures"


@contextlib.contextmanager
def alone(places: Places) -> Iterator[None]:
    """Keep other previews of this project out. Raises TieoutError when one runs, and OSError."""
    places.own.mkdir(parents=True, exist_ok=True)
    path = places.own / "lock"
    with path.open("a+", encoding="utf-8") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            file.seek(0)
            where = file.read().strip() or "somewhere"
            what = f"another preview of this project runs at {where}"
            raise fail(path, 0, what, "use that one, or stop it with Ctrl-C") from None
        yield


def tell_address(places: Places, address: str) -> None:
    """Write down where this preview is, for those who start a second one."""
    (places.own / "lock").write_text(address + "\n", "utf-8")
