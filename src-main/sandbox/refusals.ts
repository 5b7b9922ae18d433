import type { Refusal } from "../../src-preload/contract/refusals.ts";

/** A line of the runtime's store: `deny network-outbound example.com:443 (host is not on the allow list)`. */
const refusedHost = /^deny network-outbound (.+):\d+ \(/;

const mostHosts = 5;

/** The hosts that a command was kept from, each once, as far as the proxy of the sandbox was asked for them. */
export function refusedHosts(lines: readonly string[]): readonly string[] {
  const hosts = lines.flatMap((line) => refusedHost.exec(line)?.[1] ?? []);
  return [...new Set(hosts)].slice(0, mostHosts);
}

/** What a program says of a write that the sandbox refused, and of a network that is not there. */
const refusedWords: readonly (readonly [RegExp, Refusal["kind"]])[] = [
  [/Read-only file system|EROFS/, "write"],
  [
    /Network is unreachable|ENETUNREACH|EAI_AGAIN|Temporary failure in name resolution|Could not resolve (?:host|proxy)|CONNECT tunnel failed, response 403|blocked-by-allowlist/,
    "network",
  ],
];

/**
 * What a command that ran confined was refused: hosts as the proxy tells them, and what its output reads like, for the
 * system tells nobody of a write that it refused.
 */
export function refusalsOf(hosts: readonly string[], output: string): readonly Refusal[] {
  const read = refusedWords.filter(([words]) => words.test(output)).map(([, kind]) => kind);
  return [
    ...hosts.map((host): Refusal => ({ kind: "host", host })),
    ...(read.includes("network") && hosts.length === 0 ? [{ kind: "network" } as const] : []),
    ...(read.includes("write") ? [{ kind: "write" } as const] : []),
  ];
}
