"""Which addresses may be fetched: https in public, http only from this machine to itself.

A page may redirect anywhere, and a name may resolve differently the second time it is asked for.
So every hop is checked, and the connection goes to the very IP that was checked.
"""

from __future__ import annotations

import ipaddress
import re
import socket
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from urllib.parse import quote, urljoin, urlsplit

from tieout.pull.failure import BrokenError, FetchError

#: The names of this machine; http is spoken to no other.
LOOPBACK = ("127.0.0.1", "::1", "localhost")
_PORTS = {"https": 443, "http": 80}
#: Characters that no address holds; a parser that drops them in silence would see another one.
_UNSAFE = re.compile(r"[\x00-\x20\x7f\\]")
#: Blocks that carry an IPv4 address in their last bits, besides those that ipaddress knows.
_NAT64 = ipaddress.ip_network("64:ff9b::/96")

Resolve = Callable[[str, int], Iterable[str]]
Ip = ipaddress.IPv4Address | ipaddress.IPv6Address


@dataclass(frozen=True, slots=True)
class Address:
    """One address that may be asked: its parts as a request needs them."""

    url: str
    scheme: str
    host: str
    port: int
    target: str

    @property
    def loopback(self) -> bool:
        """True for this machine, which only tests serve from."""
        return self.host in LOOPBACK

    @property
    def authority(self) -> str:
        """Host and, where it is not the usual one, port, as the Host header has them."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == _PORTS[self.scheme] else f"{host}:{self.port}"


def parse(url: str) -> Address:
    """Read an address. Raises FetchError for any scheme, name or form that is not fetched."""
    if _UNSAFE.search(url):
        raise FetchError(f"the address {url[:80]!r} holds a blank or a control", "write it out")
    try:
        parts = urlsplit(url)
        host, port = (parts.hostname or "").rstrip("."), parts.port
    except ValueError as error:
        raise FetchError(f"the address {url[:80]!r} is broken ({error})", "correct it") from None
    if parts.scheme not in _PORTS:
        what = f"the address begins with '{parts.scheme or url[:20]}:'"
        raise FetchError(what, "only https is fetched; save the page by hand and pull a mirror")
    if not host:
        raise FetchError(f"the address {url[:80]!r} names no host", "write a full https address")
    if parts.username is not None or parts.password is not None:
        raise FetchError("the address holds a user name", "remove it; nothing is fetched signed in")
    if parts.scheme == "http" and host not in LOOPBACK:
        raise FetchError(f"{host} is addressed by plain http", "write https")
    path = quote(parts.path or "/", safe="/%:@!$&'()*+,;=~-._")
    query = "?" + quote(parts.query, safe="/?%:@!$&'()*+,;=~-._") if parts.query else ""
    return Address(url, parts.scheme, _ascii(host), port or _PORTS[parts.scheme], path + query)


def _ascii(host: str) -> str:
    if ":" in host or host.isascii():
        return host.lower()
    try:
        return host.encode("idna").decode("ascii").lower()
    except UnicodeError:
        raise FetchError(f"{host[:80]!r} is no host name", "correct the address") from None


def redirected(origin: Address, location: str) -> Address:
    """Where a redirect leads. Raises FetchError if it leads where nothing may be fetched."""
    try:
        target = parse(urljoin(origin.url, location))
    except FetchError as error:
        raise FetchError(f"{origin.url} redirects: {error.what}", error.mend) from None
    if target.loopback and not origin.loopback:
        what = f"{origin.url} redirects to this machine ({target.host})"
        raise FetchError(what, "the page is not to be trusted; correct the address")
    return target


def system_resolve(host: str, port: int) -> list[str]:
    """The IPs of a host, as the system knows them now. Raises OSError."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(entry[4][0]) for entry in found))


def checked_ips(address: Address, resolve: Resolve) -> list[str]:
    """The IPs to connect to, all of them public (or this machine's, for a loopback address).

    Raises FetchError if a single one is private, link-local or otherwise not public, since a name
    that mixes both is made to slip past a check; BrokenError when the name does not resolve.
    """
    try:
        ips = list(resolve(address.host, address.port))
    except (OSError, UnicodeError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        what = f"the name {address.host} does not resolve ({reason})"
        raise BrokenError(what, "check the address and the network") from None
    if not ips:
        raise BrokenError(f"the name {address.host} has no address", "check the address")
    for text in ips:
        ip = ipaddress.ip_address(text.split("%")[0])
        if not (ip.is_loopback if address.loopback else is_public(ip)):
            what = f"{address.host} leads to {text}, which is not a public address"
            raise FetchError(what, "private and local addresses are never fetched")
    return ips


def is_public(ip: Ip) -> bool:
    """Whether an IP, and any IPv4 address that it carries, is reachable by everyone."""
    inner = carried(ip)
    return ip.is_global and not ip.is_multicast and (inner is None or is_public(inner))


def carried(ip: Ip) -> ipaddress.IPv4Address | None:
    """The IPv4 address within an IPv6 one that is translated or tunnelled."""
    if isinstance(ip, ipaddress.IPv4Address):
        return None
    if ip in _NAT64:
        return ipaddress.IPv4Address(int(ip) & 0xFFFFFFFF)
    return ip.ipv4_mapped or ip.sixtofour or (ip.teredo[1] if ip.teredo else None)
