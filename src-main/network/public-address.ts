import { BlockList, isIP } from "node:net";

/*
 * Which addresses are of the public internet. After the IANA registries of special-purpose addresses (IPv4, IPv6), the
 * registry of global unicast, and what clouds answer at for their own machines.
 */

const special4 = blockList(
  ...["0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24"],
  ...["192.0.2.0/24", "192.31.196.0/24", "192.52.193.0/24", "192.88.99.0/24", "192.168.0.0/16", "192.175.48.0/24"],
  ...["198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4"],
  // The host service of a cloud, in a public range.
  "168.63.129.16/32",
);
/** All that is given out of IPv6; whatever lies outside of it is nobody's, or special. */
const global6 = blockList("2000::/3");
/** Protocol assignments (Teredo, ORCHID, benchmarks), documentation, 6to4, the old test network, AS112. */
const special6 = blockList("2001::/23", "2001:db8::/32", "2002::/16", "2620:4f:8000::/48", "3ffe::/16", "3fff::/20");

/** Whether a literal address, as sockets take it, is one of the public internet. What is no address is not. */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !special4.check(address, "ipv4");
    case 6:
      // A zone names an interface of this computer.
      return !address.includes("%") && global6.check(address, "ipv6") && !special6.check(address, "ipv6");
    default:
      return false;
  }
}

/**
 * The same of an address that a name leads to. Networks without IPv4 answer with a public one inside an IPv6 address
 * (NAT64, RFC 6052), which is judged by what is inside.
 */
export function isPublicAnswer(address: string): boolean {
  const inner = translatedAddress(address);
  return inner === null ? isPublicAddress(address) : isPublicAddress(inner);
}

function translatedAddress(address: string): string | null {
  if (isIP(address) !== 6 || address.includes("%")) return null;
  // The one way of writing an address that has many.
  const canonical = new URL(`http://[${address}]/`).hostname.slice(1, -1);
  if (!canonical.startsWith("64:ff9b::")) return null;
  // The last two groups of four digits; what stands before them is zero.
  const groups = canonical.slice("64:ff9b::".length).split(":");
  if (groups.length > 2) return null;
  const [low = 0, high = 0] = groups.map((group) => Number.parseInt(group === "" ? "0" : group, 16)).toReversed();
  const value = high * 0x10000 + low;
  return [24, 16, 8, 0].map((shift) => (value >>> shift) & 0xff).join(".");
}

export function blockList(...ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = "", bits = ""] = range.split("/");
    list.addSubnet(address, Number(bits), isIP(address) === 6 ? "ipv6" : "ipv4");
  }
  return list;
}
