"""Writing an archive so that the same files give the same bytes, on any day and in any folder."""

from __future__ import annotations

import datetime
import hashlib
import io
import zipfile
from collections.abc import Mapping

#: The checksums of all other files, in the form of BagIt and of `sha256sum --check`.
MANIFEST = "manifest-sha256.txt"
#: The days that a zip can name.
_FIRST, _LAST = datetime.date(1980, 1, 1), datetime.date(2107, 12, 31)
_UNIX, _PLAIN_FILE = 3, 0o100644 << 16


def manifest(files: Mapping[str, bytes]) -> str:
    """The text of manifest-sha256.txt."""
    lines = (f"{hashlib.sha256(files[name]).hexdigest()}  {name}\n" for name in sorted(files))
    return "".join(lines)


def pack(files: Mapping[str, bytes], day: str) -> bytes:
    """A zip of files in order of name, each of the version's `day` (YYYY-MM-DD), at midnight.

    What is stored is not squeezed: releases of zlib differ in the bytes they give for one input.
    The checksums come last.
    """
    when = min(max(datetime.date.fromisoformat(day), _FIRST), _LAST)
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_STORED, strict_timestamps=True) as archive:
        for name in [*sorted(files), MANIFEST]:
            data = manifest(files).encode("utf-8") if name == MANIFEST else files[name]
            entry = zipfile.ZipInfo(name, (when.year, when.month, when.day, 0, 0, 0))
            entry.create_system, entry.external_attr = _UNIX, _PLAIN_FILE
            archive.writestr(entry, data)
    return stream.getvalue()
