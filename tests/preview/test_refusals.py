"""What a preview does not do: speak to strangers, leave its folder, start twice."""

from __future__ import annotations

import http.client
import socket
from pathlib import Path

import pytest
from tests.mini_project import copy_mini
from tests.preview.conftest import Preview, started


def _ask(preview: Preview, path: str, method: str = "GET", host: str = "") -> tuple[int, str]:
    connection = http.client.HTTPConnection("127.0.0.1", preview.port, timeout=30)
    connection.putrequest(method, path, skip_host=bool(host))
    if host:
        connection.putheader("Host", host)
    connection.endheaders()
    answer = connection.getresponse()
    told = answer.status, answer.read().decode()
    connection.close()
    return told


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "HEAD", "OPTIONS", "TRACE", "BREW"])
def test_it_is_only_read(preview: Preview, method: str) -> None:
    """No other method has an effect."""
    assert _ask(preview, "/mini/en/", method)[0] == 405


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:{port}", "127.0.0.1", "localhost:1"]
)
def test_it_answers_to_names_of_this_machine_alone(preview: Preview, host: str) -> None:
    """A page elsewhere that has its own name lead here (DNS rebinding) learns nothing."""
    status, said = _ask(preview, "/mini/en/", host=host.format(port=preview.port))
    assert status == 421
    assert "mini" not in said
    assert _ask(preview, "/mini/en/", host=f"localhost:{preview.port}")[0] == 200


@pytest.mark.parametrize(
    "path",
    ["/../config.yaml", "/mini/en/../../../config.yaml", "/%2e%2e/config.yaml", "//etc/passwd",
     "/config.yaml", "/mini/en/draft.html", "/minni/en/", "/mini/fr/", "/lock",
     "/MINI/en/", "/mini%00/en/"],
)  # fmt: skip
def test_no_path_leaves_the_folder(preview: Preview, path: str) -> None:
    """What can be asked for is a short list."""
    assert _ask(preview, path)[0] == 404


def test_only_this_machine_is_listened_to(preview: Preview) -> None:
    """The policy of what is served allows its own server, and the file stays as it was made."""
    page = ""
    while "<main>" in page or not page:  # empty until the first page is made
        page = _ask(preview, "/mini/en/")[1]
    assert "form-action 'none'; connect-src 'self'\"" in page
    draft = preview.mini.root / ".cache/preview/build/mini/en/draft.html"
    assert "connect-src" not in draft.read_text("utf-8")


def test_a_second_preview_is_sent_to_the_first(preview: Preview) -> None:
    """Two would write over each other."""
    done = preview.mini.type("preview", "--port", "0")
    assert done.status == 1
    assert f"another preview of this project runs at {preview.address}: use that" in done.errors


def test_a_port_in_use_is_told(tmp_path: Path) -> None:
    """With another port to take."""
    mini = copy_mini(tmp_path / "mini")
    with socket.create_server(("127.0.0.1", 0)) as taken:
        done = mini.type("preview", "--port", str(taken.getsockname()[1]))
    assert done.status == 1
    assert "cannot be used" in done.errors
    assert "make preview PORT=" in done.errors


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("--article", "two words"), "the article name 'two words' is not allowed"),
        (("--article", "文章"), "the article name '文章' is not allowed"),
        (("--article", "../mini"), "the article name '../mini' is not allowed"),
        (("--article", "minni"), "there is no article 'minni': did you mean mini?"),
        (("--port", "http"), "'http' is no port"),
        (("--port", "99999"), "'99999' is no port"),
    ],
)
def test_bad_input_is_named(tmp_path: Path, args: tuple[str, ...], said: str) -> None:
    """One line and status 1, before anything is written."""
    mini = copy_mini(tmp_path / "mini")
    done = mini.type("preview", *args)
    assert (done.status, done.errors.count("\n")) == (1, 1)
    assert said in done.errors
    assert not (mini.root / ".cache").exists()


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    """A file in its place stands for a read-only folder, which the administrator does not have."""
    mini = copy_mini(tmp_path / "mini")
    (mini.root / ".cache").write_text("")
    done = mini.type("preview", "--port", "0")
    assert (done.status, done.errors.count("\n")) == (1, 1)
    assert ".cache" in done.errors


def test_a_new_article_is_found(tmp_path: Path) -> None:
    """An article that is laid out while a preview runs is shown without a new start."""
    mini = copy_mini(tmp_path / "mini")
    with started(mini) as running:
        old, new = (mini.root / "templates" / name for name in ("mini", "second"))
        new.mkdir()
        for path in sorted(old.iterdir()):
            (new / path.name).write_bytes(path.read_bytes())
        connection = http.client.HTTPConnection("127.0.0.1", running.port, timeout=60)
        connection.request("GET", "/events/second/en")
        answer = connection.getresponse()
        while b'"page"' not in (line := answer.readline()):
            assert line
        connection.close()
