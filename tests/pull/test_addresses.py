"""Only public https addresses are fetched, whatever a page or a name server says."""

from __future__ import annotations

import ipaddress

import pytest

from tieout.pull import addresses
from tieout.pull.addresses import Address, checked_ips, is_public, parse, redirected
from tieout.pull.failure import BrokenError, FetchError

REFUSED = [
    ("file:///etc/passwd", "begins with 'file:'"),
    ("FILE:///etc/passwd", "begins with 'file:'"),
    ("ftp://example.org/a", "begins with 'ftp:'"),
    ("javascript:alert(1)", "begins with 'javascript:'"),
    ("data:text/html,hi", "begins with 'data:'"),
    ("//example.org/a", "begins with"),
    ("http://example.org/a", "plain http"),
    ("http://127.0.0.1.example.org/", "plain http"),
    ("http://169.254.169.254/latest", "plain http"),
    ("https:///path", "names no host"),
    ("https://user:word@example.org/", "user name"),
    ("https://exam\tple.org/", "blank or a control"),
    ("https://example.org/a b", "blank or a control"),
    ("https://example.org\\@evil.example/", "blank or a control"),
    ("https://example.org:port/", "broken"),
    ("https://[::1/", "broken"),
]

PRIVATE = [
    "10.0.0.1", "172.16.0.1", "192.168.1.1", "127.0.0.1", "0.0.0.0", "169.254.169.254",
    "100.64.0.1", "192.0.2.1", "198.18.0.1", "224.0.0.1", "240.0.0.1", "255.255.255.255",
    "::1", "::", "fe80::1", "fc00::1", "fd12::1", "ff02::1", "2001:db8::1",
    "::ffff:10.0.0.1", "64:ff9b::a00:1", "2002:a00:1::1", "2001:0:a00:1::f5ff:fffe",
]  # fmt: skip

PUBLIC = ["8.8.8.8", "140.82.112.3", "2606:4700::1111", "64:ff9b::808:808", "::ffff:8.8.8.8"]


@pytest.mark.parametrize(("url", "says"), REFUSED)
def test_addresses_that_are_not_fetched(url: str, says: str) -> None:
    """No scheme but https, nobody signed in, no address that two readers read differently."""
    with pytest.raises(FetchError, match=says):
        parse(url)


@pytest.mark.parametrize("ip", PRIVATE)
def test_private_addresses_are_not_public(ip: str) -> None:
    """Inner networks, cloud metadata, documentation ranges, and IPv4 hidden in IPv6."""
    assert not is_public(ipaddress.ip_address(ip))


@pytest.mark.parametrize("ip", PUBLIC)
def test_public_addresses_are_public(ip: str) -> None:
    """What everyone reaches is fetched, also through a translating network."""
    assert is_public(ipaddress.ip_address(ip))


def test_parts_of_an_address() -> None:
    """The request names the host in ASCII and the path percent-encoded, and keeps what is so."""
    found = parse("https://例え.jp/パス/a%20b?q=ü&r=1#part")
    assert found.host == "xn--r8jz45g.jp"
    assert found.target == "/%E3%83%91%E3%82%B9/a%20b?q=%C3%BC&r=1"
    assert parse("https://EXAMPLE.org.").host == "example.org"
    assert parse("http://127.0.0.1:81/").authority == "127.0.0.1:81"
    assert parse("http://[::1]:81/").authority == "[::1]:81"


@pytest.mark.parametrize("ips", [["10.0.0.1"], ["8.8.8.8", "10.0.0.1"], ["fe80::1%eth0"]])
def test_a_name_that_leads_inside_is_refused(ips: list[str]) -> None:
    """One private address among public ones is enough."""
    with pytest.raises(FetchError, match="not a public address"):
        checked_ips(parse("https://example.org/"), lambda *_: ips)


def test_a_loopback_address_leads_to_this_machine_only() -> None:
    """A name that merely resolves to this machine is no loopback address, nor the other way."""
    assert checked_ips(parse("http://localhost:8000/"), lambda *_: ["127.0.0.1"]) == ["127.0.0.1"]
    with pytest.raises(FetchError):
        checked_ips(parse("http://localhost:8000/"), lambda *_: ["8.8.8.8"])
    with pytest.raises(FetchError):
        checked_ips(parse("https://2130706433/"), lambda *_: ["127.0.0.1"])


def test_a_name_that_does_not_resolve_may_be_tried_again() -> None:
    """A network that is down for a second is no reason to give up."""

    def nowhere(*_: object) -> list[str]:
        raise OSError(-2, "Name or service not known")

    with pytest.raises(BrokenError, match="does not resolve"):
        checked_ips(parse("https://example.org/"), nowhere)
    with pytest.raises(BrokenError, match="has no address"):
        checked_ips(parse("https://example.org/"), lambda *_: [])


@pytest.mark.parametrize(
    ("location", "says"),
    [
        ("http://127.0.0.1/admin", "this machine"),
        ("http://localhost:9/", "this machine"),
        ("http://example.org/", "plain http"),
        ("file:///etc/passwd", "begins with 'file:'"),
    ],
)
def test_redirects_that_are_not_followed(location: str, says: str) -> None:
    """A public page leads neither down to http nor to this machine."""
    with pytest.raises(FetchError, match=says):
        redirected(parse("https://example.org/a"), location)


def test_a_redirect_may_be_relative() -> None:
    """As most are."""
    found: Address = redirected(parse("https://example.org/a/b"), "../c")
    assert found.url == "https://example.org/c"


def test_the_system_knows_this_machine() -> None:
    """The resolver in use is the system's."""
    assert "127.0.0.1" in addresses.system_resolve("127.0.0.1", 80)
