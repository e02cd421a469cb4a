"""What has broken readers before: characters, words, YAML, formulas."""

from __future__ import annotations

CHARACTERS: tuple[bytes, ...] = (
    *(b"\0", b"\r", b"\r\n", b"\n", b"\t", b"\x1b[2J", b"\x85", b"\xff", b"\xfe\xff", b"\xc0\x80"),
    *(b"\xed\xa0\x80", b"\xef\xbb\xbf", b"\xef\xbf\xbe", b"\xf4\x90\x80\x80", b'"', b"'", b"\\"),
    *(b",", b";", b":", b"#", b"|", b"{", b"}", b"[", b"]", b"&", b"*", b"!", b"%", b"@", b"`"),
    *(
        s.encode()
        for s in ("\u200b", "\u202e", "\u2028", "\u0085", "\ue0000\ue001", "\ue002", "\U000f0000")
    ),
    *(
        s.encode()
        for s in ("٣", "½", "Ⅳ", "①", "𝟙", "〇", "０", "，", "\u3000", "e\u0301" * 40, "\u00a0")
    ),
)
WORDS: tuple[str, ...] = (
    *(
        "9" * 400,
        "9" * 5000,
        "1e999999",
        "1e-99999999",
        "-0",
        "NaN",
        "inf",
        "-inf",
        "0x10",
        "1_000",
    ),
    *("0", "00", "+", "-", "±", "1/0", "0/0", "2026-02-30", "9999-99-99", "0000-00-00", "1.", ".5"),
    *(
        "100%",
        "-5%",
        "~0",
        "約零",
        "十" * 300,
        "萬" * 300,
        "億億",
        "三點",
        "百分之零",
        "a" * 100_000,
    ),
    *("null", "~", "true", "yes", "[]", "{}", "[[]]", "*a", "&a x", "&a [*a]", "!!int 1", "!x y"),
    *(
        "!!python/object/apply:os.system [x]",
        "<<: *a",
        "| ",
        "> ",
        "? ",
        "- - -",
        "---",
        "...",
        "%YAML 9",
    ),
    *(
        "../../etc/passwd",
        "/etc/passwd",
        "..",
        ".",
        "",
        " ",
        "a/b",
        "a\\b",
        "con",
        "x" * 300,
        "\\0",
    ),
    *(
        "__class__",
        "__proto__",
        "constructor",
        "{{",
        "}}",
        "{%",
        "%}",
        "<b>",
        "</main>",
        "]]>",
        "%s%n",
    ),
    *(
        "en",
        "zh-TW",
        "log(",
        "$(x)",
        "https://[::1",
        "http://a b",
        "javascript:x",
        "file:///etc/passwd",
    ),
)
FORMULAS: tuple[str, ...] = (
    *(
        "9**9**9",
        "a" + "*a" * 3000,
        "(" * 2000 + "a" + ")" * 2000,
        "a/0",
        "0/0",
        "log(0)/log(1)",
        "--a",
    ),
    *(
        "log(" * 300 + "a" + ")" * 300,
        "1/(a-a)",
        "a.__class__",
        "__import__('os')",
        "a if a else a",
        "a;a",
    ),
    *(
        "lambda: 0",
        "[a]*9",
        "a@a",
        "a//a",
        "a%a",
        "1e400",
        "９",
        "a‑b",
        "a\n",
        "a" * 5000,
        "log(a)",
        "",
    ),
    *(
        " + ".join(f"(a-{n})*(a+{n})/(a+{n + 1})" for n in range(60)),
        "9" * 4500 + "/7",
        "a<a",
        "'a'",
    ),
)
