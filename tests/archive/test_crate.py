"""The crate before the public RO-Crate validator, which is made to need no network."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("rocrate_validator", reason="roc-validator is missing: make test brings it")

CONTEXT = "https://w3id.org/ro/crate/1.1/context"
#: A term whose meaning differs between version 1.1 of the context and the one that rocrate brings.
LATER, TERM = "https://bioschemas.org/terms/", "https://bioschemas.org/"


class _Answer:
    """The JSON-LD context of RO-Crate, out of the library rocrate, as an answer of the web."""

    status_code, ok, url = 200, True, CONTEXT

    def __init__(self) -> None:
        import rocrate

        path = Path(rocrate.__file__).parent / "data" / "ro-crate.jsonld"
        self.text = path.read_text("utf-8").replace(LATER, TERM)
        self.content = self.text.encode("utf-8")
        self.headers = {"Content-Type": "application/ld+json"}
        self.history: list[Any] = []

    def json(self) -> Any:
        """The context."""
        return json.loads(self.text)

    def raise_for_status(self) -> None:
        """It did come."""


@pytest.fixture
def offline(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the validator asks the web for but the context is an error."""
    from rocrate_validator.utils.http import HttpRequester

    def get(_: Any, url: str, **__: Any) -> _Answer:
        assert url == CONTEXT, f"the validator asks for {url}"
        return _Answer()

    monkeypatch.setattr(HttpRequester, "get", get, raising=False)


def issues(folder: Path, profile: str) -> list[str]:
    """What a profile demands and the crate in a folder does not have."""
    from rocrate_validator import models, services

    settings = services.ValidationSettings(
        rocrate_uri=str(folder),
        profile_identifier=profile,
        requirement_severity=models.Severity.REQUIRED,
        offline=True,
    )
    result = services.validate(settings)
    return [f"{one.check.identifier}: {one.message}" for one in result.get_issues()]


@pytest.mark.usefixtures("offline")
def test_it_is_a_workflow_run_crate(archive: Path, tmp_path: Path) -> None:
    """A profile that asks for all that RO-Crate and Process Run Crate ask for, and more."""
    with zipfile.ZipFile(archive) as opened:
        opened.extractall(tmp_path)
    assert issues(tmp_path, "workflow-run-crate") == []
    path = tmp_path / "ro-crate-metadata.json"
    crate = json.loads(path.read_text("utf-8"))
    for one in crate["@graph"]:
        one.pop("instrument", None)
    path.write_text(json.dumps(crate), "utf-8")
    assert issues(tmp_path, "workflow-run-crate"), "a validator that finds nothing proves nothing"
