import { isIP } from "node:net";
import { blockList } from "./public-address.ts";

/** What the person lets through although it is not of the public internet: names, addresses and ranges of them. */
export interface AllowedHosts {
  /** `host`: small letters, no brackets, no dot at its end. */
  hasName(host: string): boolean;
  hasAddress(address: string): boolean;
}

/** The setting `tools.web.allowPrivateHosts`. An entry that is neither a name nor a range allows nothing. */
export function readAllowedHosts(entries: readonly string[]): AllowedHosts {
  const plain = entries.map((entry) =>
    entry
      .trim()
      .toLowerCase()
      .replace(/^\[(.*)\]$/, "$1"),
  );
  const ranges = blockList(...plain.flatMap(rangeOf));
  const names = new Set(
    plain.filter((entry) => entry !== "" && !entry.includes("/")).map((entry) => entry.replace(/\.$/, "")),
  );
  return {
    hasName: (host) => names.has(host),
    hasAddress(address) {
      const family = isIP(address);
      return family !== 0 && !address.includes("%") && ranges.check(address, family === 6 ? "ipv6" : "ipv4");
    },
  };
}

/** A single address is the range of itself. */
function rangeOf(entry: string): readonly string[] {
  const [address = "", bits] = entry.split("/");
  const most = isIP(address) === 6 ? 128 : 32;
  if (isIP(address) === 0 || address.includes("%")) return [];
  if (bits === undefined) return [`${address}/${most}`];
  return /^\d{1,3}$/.test(bits) && Number(bits) <= most ? [entry] : [];
}

export const nothingAllowed = readAllowedHosts([]);
