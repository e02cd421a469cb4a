"""Figures in JSON and YAML keep every digit; what two readers would read differently is refused."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tieout.extract import ExtractError, LocateError, NotFoundError, locate

JSON = r"""{
  "gpu": {"bw": 8000000000000, "len": 1.80, "exp": -1.5E+3},
  "a/b": [1, [2.50, "x\u00e9\n\"y\""]],
  "m~n": true,
  "": "empty",
  "0": "zero",
  "none": null, "text": "null", "o": {}, "l": []
}
"""
AT = [
    ("/gpu/bw", "8000000000000", 2),
    ("/gpu/len", "1.80", 2),
    ("/gpu/exp", "-1.5E+3", 2),
    ("/a~1b/0", "1", 3),
    ("/a~1b/1/0", "2.50", 3),
    ("/a~1b/1/1", 'xé\n"y"', 3),
    ("/m~0n", "true", 4),
    ("/", "empty", 5),
    ("/0", "zero", 6),
    ("/text", "null", 7),
]
NOWHERE = [
    ("", "found object at", '"gpu"'),
    ("/gpu", "found object at", '"bw"'),
    ("/a~1b", "found array at", "number or a text"),
    ("/none", "found null at", "(line 7)"),
    ("/gpu/bandwidth", 'found no "bandwidth" at "/gpu" (line 2)', '"bw"'),
    ("/gpu/bw/x", "found a single value", '"x"'),
    ("/a~1b/2", "found an array of 2", "below 2"),
    ("/a~1b/-", "found an array of 2", '"-"'),
    ("/a~1b/00", "found an array of 2", '"00"'),
    ("/GPU", 'found no "GPU"', 'one of: "gpu"'),
]
BROKEN = [
    ('{"a": 1,\n "a": 2}', 2, "twice"),
    ('{"a": 1,\n "\\u0061": 2}', 2, "twice"),
    ('{"a":\n NaN}', 2, "NaN"),
    ('{"a": -Infinity}', 1, "-Infinity"),
    ('{"a": 01}', 1, "01"),
    ('{"a": 1.}', 1, "1."),
    ('{"a": +1}', 1, "+1"),
    ('{"a": .5}', 1, ".5"),
    ('{"a": 1,}', 1, "name"),
    ("[1,]", 1, "JSON value"),
    ("[1 2]", 1, "comma or ]"),
    ('{"a" 1}', 1, "colon"),
    ("{'a': 1}", 1, "double quotes"),
    ('{"a": "x\ny"}', 1, "JSON value"),
    ('{"a": "\\x"}', 1, "JSON value"),
    ('{"a": "\\ud800"}', 1, "surrogate"),
    ('{"a": 1}\n{"b": 2}', 2, "end of the document"),
    ('{"a": [1', 1, "the end"),
    ("", 1, "the end"),
    ("// x\n1", 1, "JSON value"),
    ("[" * 100_000, 1, "the end"),
]


@pytest.mark.parametrize(("pointer", "text", "line"), AT)
def test_json_pointer(pointer: str, text: str, line: int) -> None:
    located = locate("\ufeff" + JSON, "json", {"pointer": pointer})
    assert (located.text, located.line, located.context) == (text, line, pointer)


@pytest.mark.parametrize(("pointer", "found", "shown"), NOWHERE)
def test_json_pointer_to_nothing(pointer: str, found: str, shown: str) -> None:
    with pytest.raises(NotFoundError) as caught:
        locate(JSON, "json", {"pointer": pointer})
    assert found in str(caught.value)
    assert shown in str(caught.value)


@pytest.mark.parametrize(("text", "line", "message"), BROKEN)
def test_broken_json(text: str, line: int, message: str) -> None:
    """Readers differ over these, so none of their figures is taken, wherever the fault is."""
    with pytest.raises(ExtractError, match=rf"^line {line}: found .*expected") as caught:
        locate(text, "json", {"pointer": "/a"})
    assert message in str(caught.value)


@pytest.mark.parametrize("pointer", ["a", "#/a", "/~2", "/a~", 5])
def test_malformed_pointer(pointer: Any) -> None:
    with pytest.raises(LocateError, match=r"^found .*expected") as caught:
        locate(JSON, "json", {"pointer": pointer})
    assert type(caught.value) is LocateError


NAMES = st.text(max_size=3)
TREES: st.SearchStrategy[Any] = st.recursive(
    st.text(max_size=4) | st.integers() | st.decimals(allow_nan=False, allow_infinity=False),
    lambda kids: st.lists(kids, max_size=3) | st.dictionaries(NAMES, kids, max_size=3),
)


@settings(max_examples=100, deadline=None)
@given(TREES)
def test_every_leaf_of_any_json(tree: Any) -> None:
    """Each value is found under its pointer, as it was printed."""
    text = json.dumps(tree, default=str, indent=1)
    todo: list[tuple[str, Any]] = [("", tree)]
    while todo:
        pointer, value = todo.pop()
        if isinstance(value, dict | list):
            pairs = value.items() if isinstance(value, dict) else enumerate(value)
            todo += [
                (f"{pointer}/{str(key).replace('~', '~0').replace('/', '~1')}", kid)
                for key, kid in pairs
            ]
        else:
            assert locate(text, "json", {"pointer": pointer}).text == str(value)


def test_a_large_json_document_is_read_in_time() -> None:
    text = json.dumps([{"name": f"x{n}", "value": n / 7} for n in range(20_000)], indent=1)
    assert len(text) > 1_000_000
    start = time.process_time()
    assert locate(text, "json", {"pointer": "/19999/name"}).text == "x19999"
    assert time.process_time() - start < 3


YAML = """# a comment
kimi-k3:
  thinking_on:
    1: 1.80   # 9.99
    2: "2.50"
    '3': 0x1F
gpu: {mem_bw: 8000000000000, on: yes, ok: true, none: null}
k2.5:
  - a: 1_000
  - b: 2026-11-29
  - |
    7.0
same: &s 12:30
again: *s
"""
YAML_AT: list[tuple[Any, str, int]] = [
    ("kimi-k3.thinking_on.1", "1.80", 4),
    ("kimi-k3.thinking_on.2", "2.50", 5),
    ("kimi-k3.thinking_on.3", "0x1F", 6),
    (["kimi-k3", "thinking_on", "1"], "1.80", 4),
    (["kimi-k3", "thinking_on", 1], "1.80", 4),
    ("gpu.mem_bw", "8000000000000", 7),
    ("gpu.on", "yes", 7),
    ("gpu.ok", "true", 7),
    (["k2.5", 0, "a"], "1_000", 9),
    (["k2.5", "1", "b"], "2026-11-29", 10),
    (["k2.5", 2], "7.0", 11),
    ("again", "12:30", 14),
]
YAML_NOWHERE = [
    ("gpu", "found a mapping", '"mem_bw"'),
    ("gpu.none", "found nothing", "single value"),
    ("gpu.mem", 'found no "mem" at "gpu" (line 7)', '"mem_bw"'),
    ("gpu.ok.x", "found a single value", '"x"'),
    ("k2.5.0.a", 'found no "k2"', '"k2.5"'),
    (["k2.5", 3], "found a list of 3", "below 3"),
    (["k2.5", "-1"], "found a list of 3", "below 3"),
    (["k2.5"], "found a list", "none"),
]
YAML_BROKEN = [
    ("a: 1\na: 2\n", 2, "twice"),
    ("a: [1\n", 2, "YAML"),
    ("a: !!int 1\n", 1, "tag"),
    ("a: &a 1\nb:\n  <<: *a\n", 3, "merges"),
    ("a: 1\n---\nb: 2\n", 2, "second document"),
    ("a: *b\n", 1, "names no value"),
]


@pytest.mark.parametrize(("path", "text", "line"), YAML_AT)
def test_yaml_path(path: Any, text: str, line: int) -> None:
    """Digits, dates and words stay as typed; a comment beside a value is no part of it."""
    for source in (YAML, "\ufeff" + YAML.replace("\n", "\r\n")):
        located = locate(source, "yaml", {"path": path})
        assert (located.text, located.line) == (text, line)


@pytest.mark.parametrize(("path", "found", "shown"), YAML_NOWHERE)
def test_yaml_path_to_nothing(path: Any, found: str, shown: str) -> None:
    with pytest.raises(NotFoundError) as caught:
        locate(YAML, "yaml", {"path": path})
    assert found in str(caught.value)
    assert shown in str(caught.value)


@pytest.mark.parametrize(("text", "line", "message"), YAML_BROKEN)
def test_broken_yaml(text: str, line: int, message: str) -> None:
    with pytest.raises(ExtractError, match=rf"^line {line}: found .*expected") as caught:
        locate(text, "yaml", {"path": "a"})
    assert message in str(caught.value)


def test_aliases_that_multiply_are_refused() -> None:
    """Ten lines that would unfold to a billion values."""
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 10)]
    with pytest.raises(ExtractError, match=r"^line \d: found more than \d+ values"):
        locate("\n".join(lines), "yaml", {"path": "a0.0"})


@pytest.mark.parametrize("path", ["", "a..b", ".a", [], [""], [True], {"a": 1}, 5, None])
def test_malformed_path(path: Any) -> None:
    with pytest.raises(LocateError, match=r"^found .*expected") as caught:
        locate(YAML, "yaml", {"path": path})
    assert type(caught.value) is LocateError


@pytest.mark.parametrize(
    ("kind", "locator"),
    [
        ("json", {"path": "a"}),
        ("yaml", {"pointer": "/a"}),
        ("markdown", {"pointer": "/a"}),
        ("html", {"path": "a"}),
        ("json", {"pointer": "/a", "line": 3}),
        ("pdf", {"pointer": "/a"}),
    ],
)
def test_a_locator_of_another_kind_is_refused(kind: Any, locator: dict[str, Any]) -> None:
    with pytest.raises(LocateError, match="expected"):
        locate("a: 1", kind, locator)
