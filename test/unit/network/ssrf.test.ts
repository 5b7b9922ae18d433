import { describe, expect, it } from "vitest";
import { readAllowedHosts } from "../../../src-main/network/allowed-hosts.ts";
import { directNetwork } from "../../../src-main/network/network.ts";
import { createWebClient } from "../../../src-main/network/web-client.ts";
import type { WebSockets } from "../../../src-main/network/web-connection.ts";
import { realClock } from "../../support/tool-context.ts";
import { literalTargets, privateAnswers, publicTargets } from "./ssrf-targets.ts";

const signal = new AbortController().signal;

/** Nothing leaves: names are answered by the script, and connections are counted and refused. */
async function reach(address: string, answers: readonly string[], allow: readonly string[] = []) {
  const connected: string[][] = [];
  const looked: string[] = [];
  const sockets: WebSockets = {
    async resolve(name) {
      looked.push(name);
      return answers;
    },
    async connect(addresses) {
      connected.push([...addresses]);
      throw Object.assign(new Error("nothing listens"), { code: "ECONNREFUSED" });
    },
  };
  const client = createWebClient({
    network: directNetwork,
    clock: realClock,
    sockets,
    allowed: readAllowedHosts(allow),
  });
  const answer = await client.get({ address, accept: "*/*", maxBytes: 1000, signal });
  return { connected, looked, kind: answer.ok ? "answered" : answer.error.kind };
}

describe("what a model names is reached only where it is public", () => {
  it("connects to none of more than 400 private targets, however they are written or looked up", async () => {
    const byLetters = await Promise.all(literalTargets.map((target) => reach(target, ["93.184.216.34"])));
    const byLookup = await Promise.all(privateAnswers.map((answers) => reach("https://two.example/", answers)));
    expect(literalTargets.length + privateAnswers.length).toBeGreaterThanOrEqual(400);
    expect(new Set(literalTargets).size).toBe(literalTargets.length);
    const reached = [...literalTargets, ...privateAnswers.map(String)].filter(
      (_target, index) => [...byLetters, ...byLookup][index]?.connected.length !== 0,
    );
    expect(reached).toEqual([]);
    // By its letters alone: not even a lookup tells anybody of it.
    expect(byLetters.filter(({ looked }) => looked.length > 0)).toEqual([]);
    expect(byLetters.filter(({ kind }) => kind !== "refused" && kind !== "address")).toEqual([]);
    expect(byLookup.filter(({ kind }) => kind !== "refused" && kind !== "unknown-host")).toEqual([]);
  });

  it("connects to each public one, to the very addresses that were checked", async () => {
    expect(publicTargets.length).toBeGreaterThanOrEqual(40);
    for (const [address, answers] of publicTargets) {
      const { connected, kind } = await reach(address, answers);
      expect(`${address}: ${kind}`).toBe(`${address}: unreachable`);
      const literal = URL.parse(address)?.hostname.replace(/^\[|\]$/g, "") ?? "";
      expect(connected).toEqual([answers.length === 0 ? [literal] : [...answers]]);
    }
  });

  it("lets through what the person allows: a name, an address, a range, and nothing beside it", async () => {
    const allow = ["printer.local", "10.1.0.0/16", "192.168.1.5", "fd00::/8", "nonsense/99", ""];
    const open = async (address: string, answers: readonly string[] = []) =>
      (await reach(address, answers, allow)).connected.length;
    expect(await open("http://printer.local:9100/", ["192.168.9.9"])).toBe(1);
    expect(await open("http://10.1.2.3/")).toBe(1);
    expect(await open("http://[fd00::7]/")).toBe(1);
    expect(await open("http://nas.example/", ["192.168.1.5"])).toBe(1);
    expect(await open("http://other.local/", ["10.1.2.3"])).toBe(0);
    expect(await open("http://10.2.2.3/")).toBe(0);
    expect(await open("http://nas.example/", ["192.168.1.5", "192.168.1.6"])).toBe(0);
  });
});
