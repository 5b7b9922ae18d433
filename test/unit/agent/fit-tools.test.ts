import { describe, expect, it } from "vitest";
import { fitTools } from "../../../src-main/agent/fit-tools.ts";

const tokensOf = (text: string): number => text.length;

/** A tool whose definition takes about so many tokens. */
function offerOf(name: string, tokens: number) {
  return { name, description: "x".repeat(tokens), parameters: {} };
}

function fitted(servers: Readonly<Record<string, readonly number[]>>, room: number, count = 128): readonly string[] {
  const named = Object.entries(servers).flatMap(([server, sizes]) =>
    sizes.map((tokens, index) => ({ server, offer: offerOf(`${server}${index}`, tokens) })),
  );
  const remote = new Map(named.map(({ server, offer }) => [offer.name, server]));
  const all = [offerOf("exec", 5000), ...named.map(({ offer }) => offer)];
  const { offers, leftOut } = fitTools(all, { remote, room: { tokens: room, count }, tokensOf });
  expect(offers.length + leftOut.length).toBe(all.length);
  return offers.map(({ name }) => name);
}

describe("the tools of servers, where there is no room for all", () => {
  it("keep their order, and one that is large costs none that comes after it", () => {
    expect(fitted({ a: [20_000, 100, 100] }, 1000)).toEqual(["exec", "a1", "a2"]);
    expect(fitted({ a: [100, 20_000, 100], b: [100] }, 1000)).toEqual(["exec", "a0", "a2", "b0"]);
  });

  it("share it between their servers: one that needs little leaves the rest to the others", () => {
    const many = Array.from({ length: 50 }, () => 150);
    const names = fitted({ big: many, small: [150, 150], other: many }, 4200);
    expect(names.filter((name) => name.startsWith("small"))).toHaveLength(2);
    const [big = 0, other = 0] = ["big", "other"].map(
      (server) => names.filter((name) => name.startsWith(server)).length,
    );
    expect(big).toBeGreaterThan(5);
    expect(Math.abs(big - other)).toBeLessThanOrEqual(1);
  });

  it("are all there where they fit, and none where nothing does; those of the app always are", () => {
    expect(fitted({ a: [10, 10], b: [10] }, 1000)).toEqual(["exec", "a0", "a1", "b0"]);
    expect(fitted({ a: [5000] }, 1000)).toEqual(["exec"]);
    expect(fitted({}, 1000)).toEqual(["exec"]);
  });

  it("share the number of tools that a request may list as well", () => {
    const many = Array.from({ length: 30 }, () => 10);
    const names = fitted({ a: many, b: [10, 10], c: many }, 100_000, 23);
    expect(names).toHaveLength(23);
    expect(["a", "b", "c"].map((server) => names.filter((name) => name.startsWith(server)).length)).toEqual([
      10, 2, 10,
    ]);
    expect(fitted({ a: [10] }, 1000, 1)).toEqual(["exec"]);
    expect(fitted({ a: [10] }, 1000, 0)).toEqual(["exec"]);
  });
});
