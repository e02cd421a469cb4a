"""The small project, verified, and a copy of it in which the site is made."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from tests.checks.conftest import build
from tests.mini_project import Mini, copy_mini


@pytest.fixture(scope="session")
def whole_mini(tmp_path_factory: pytest.TempPathFactory) -> Mini:
    """The small project with its pages; nobody may change it."""
    mini = copy_mini(tmp_path_factory.mktemp("site") / "mini")
    build(mini)
    return mini


@pytest.fixture
def mini(whole_mini: Mini, tmp_path: Path) -> Mini:
    """A copy that a test may spoil."""
    shutil.copytree(whole_mini.root, tmp_path / "mini")
    return Mini(tmp_path / "mini")


@pytest.fixture
def ledger(whole_mini: Mini) -> dict[str, Any]:
    """The ledger of the small article, to be changed at will."""
    data: dict[str, Any] = json.loads((whole_mini.root / "build/mini/ledger.json").read_text())
    return data
