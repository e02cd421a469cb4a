"""Pages saved by hand stand in for the network; the project's own data files pull clean."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from tests.mini_project import ROOT, Mini
from tests.pull.bench import PAGE, YAML, Bench

from tieout.captures import read_capture
from tieout.pull.failure import FetchError
from tieout.pull.mirror import Mirror

#: A folder of the real files beside the checkout, where there is one.
REAL = ROOT.parent / "shared" / "captures"


def save(folder: Path, name: str, text: str) -> None:
    """Save a page in a mirror."""
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")


@pytest.mark.parametrize(
    ("url", "name"),
    [
        ("https://a.example/blog/post", "a.example/blog/post"),
        ("https://a.example/blog/post", "a.example/blog/post.html"),
        ("https://a.example/blog/post/", "a.example/blog/post/index.html"),
        ("https://a.example/", "a.example/index.html"),
        ("https://a.example/a%20b?c=d", "a.example/a b?c=d"),
    ],
)
def test_where_a_page_is_saved(tmp_path: Path, url: str, name: str) -> None:
    """Under its host and path; a browser may have added .html."""
    save(tmp_path, name, "here")
    answer = Mirror(tmp_path).get(url, "*/*")
    assert (answer.body, answer.by_hand) == (b"here", True)


@pytest.mark.parametrize("path", ["../secret", "%2e%2e/%2e%2e/secret", "/%2e%2e/../secret"])
def test_a_mirror_does_not_lead_out(tmp_path: Path, path: str) -> None:
    """Neither by dots nor by a link."""
    save(tmp_path, "secret", "no")
    mirror = tmp_path / "mirror"
    (mirror / "a.example").mkdir(parents=True)
    (mirror / "a.example" / "link").symlink_to(tmp_path / "secret")
    for name in (path, "link"):
        with pytest.raises(FetchError):
            Mirror(mirror).get(f"https://a.example/{name}", "*/*")


def test_what_is_not_saved_is_named(tmp_path: Path) -> None:
    """With the place where it would be looked for."""
    with pytest.raises(FetchError, match=r"has no a\.example/b: save https://a\.example/b there"):
        Mirror(tmp_path).get("https://a.example/b", "*/*")


def test_a_mirror_reads_like_the_network(bench: Bench) -> None:
    """The pin says that the page was saved by hand; the capture holds the bytes."""
    bench.mini.edit(YAML, bench.web.url("/bench"), "https://engine.example/bench")
    save(bench.mini.root / "mirror", "engine.example/bench.html", PAGE)
    outcome = bench.mini.run("pull", "--source", "bench", "--mirror", "mirror")
    assert outcome.status == 0, outcome.errors
    assert bench.mini.run("accept", "--source", "bench").status == 0
    assert "saved: by hand" in bench.read(YAML)
    [kept] = (bench.mini.root / "captures" / "bench").iterdir()
    capture = read_capture(kept)
    assert (capture.url, capture.body) == ("https://engine.example/bench", PAGE.encode())
    assert not bench.web.requests


def test_a_folder_that_is_not_there(bench: Bench) -> None:
    """Rather said than taken for an empty mirror."""
    outcome = bench.mini.run("pull", "--source", "bench", "--mirror", "nowhere")
    assert outcome.status == 1
    assert "there is no such folder" in outcome.errors


GOLDEN = """# Acceptance lengths per number of draft tokens
kimi-k3:
  thinking_on:
    1: 1.84
    2: 2.45
    3: 2.87
    4: 3.22
    5: 3.44
    6: 3.54
    7: 3.78
    8: 3.88
"""
SPEC = (
    "gpu:\n  mem_bw: 8000000000000 # 8TB/s\n  mem_bw_empirical_scaling_factor: 0.8\n"
    "node:\n  intra_node_bw: 900000000000\n"
)
CONFIG = json.dumps(
    {
        "text_config": {
            "num_hidden_layers": 93,
            "routed_expert_hidden_size": 3584,
            "moe_intermediate_size": 3072,
            "first_k_dense_replace": 1,
            "quantization_config": {
                "config_groups": {"group_0": {"weights": {"num_bits": 4, "group_size": 32}}}
            },
        }
    }
)


def project(tmp_path: Path, source: str) -> Mini:
    """The project's sources in a place of their own, the hash of one file left out."""
    shutil.copytree(ROOT / "sources", tmp_path / "sources")
    (tmp_path / "templates").mkdir()
    path = tmp_path / "sources" / source / "source.yaml"
    lines = path.read_text("utf-8").splitlines(keepends=True)
    path.write_text("".join(line for line in lines if "sha256:" not in line), "utf-8")
    return Mini(tmp_path)


@pytest.mark.parametrize(
    ("source", "text", "figures"),
    [
        ("inferencex-golden-al", GOLDEN, 16),
        ("gb300-spec", SPEC, 3),
        ("kimi-k3-config", CONFIG, 6),
    ],
)
def test_data_files_of_the_article(tmp_path: Path, source: str, text: str, figures: int) -> None:
    """Files in the shape of the real ones: keys that are figures, bytes behind terabytes."""
    mini = project(tmp_path, source)
    meta = (tmp_path / "sources" / source / "source.yaml").read_text("utf-8")
    [repo, path, commit] = (
        next(line.split(": ", 1)[1] for line in meta.splitlines() if line.startswith(f"  {key}: "))
        for key in ("repo", "path", "commit")
    )
    save(tmp_path / "mirror", f"raw.githubusercontent.com/{repo}/{commit}/{path}", text)
    outcome = mini.run("pull", "--source", source, "--mirror", "mirror")
    assert outcome.status == 0, outcome.errors
    assert f"{source}: {figures} same" in outcome.errors


@pytest.mark.skipif(not REAL.exists(), reason="the real files are not beside this checkout")
@pytest.mark.parametrize(
    ("source", "figures"),
    [
        ("inferencex-golden-al", 16),
        ("inferencex-golden-al-block", 16),
        ("kimi-k3-config", 6),
        ("gb300-spec", 3),
    ],
)
def test_the_real_files_pull_clean(tmp_path: Path, source: str, figures: int) -> None:
    """With the hashes that source.yaml states."""
    shutil.copytree(ROOT / "sources", tmp_path / "sources")
    (tmp_path / "templates").mkdir()
    outcome = Mini(tmp_path).run("pull", "--source", source, "--mirror", str(REAL))
    assert outcome.status == 0, outcome.errors
    assert f"{source}: {figures} same" in outcome.errors
