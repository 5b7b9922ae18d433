import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { diffOutcome, loadCases, type Replay, startReplay } from "../../support/replay.mjs";
import { runCase, runListCase } from "../../support/run-case.ts";

const all = [...loadCases(["test/fixtures/provider"]).values()];
const lists = all.filter(({ kind }) => kind === "models" || kind === "catalog");
const cases = all.filter((one) => !lists.includes(one));

describe("provider cases", () => {
  let replay: Replay;
  beforeAll(async () => {
    replay = await startReplay({ dirs: ["test/fixtures/provider"] });
  });
  afterAll(() => replay.close());

  it.each(cases.map((one) => [`${one.topic}: ${one.id}`, one] as const))("%s", async (_name, one) => {
    const outcome = await runCase(one, replay.baseURL(one.id, "fault"));
    expect(diffOutcome(one, outcome)).toEqual([]);
  });

  it.each(lists.map((one) => [`${one.topic}: ${one.id}`, one] as const))("%s", async (_name, one) => {
    expect(diffOutcome(one, await runListCase(one, replay.baseURL(one.id)))).toEqual([]);
  });

  const learnable = cases.filter(({ expected_ok }) => expected_ok !== undefined);
  it.each(learnable.map((one) => [one.id, one] as const))("%s: obeys, or learns and obeys", async (_name, one) => {
    const outcome = await runCase(one, replay.baseURL(one.id));
    expect(diffOutcome(one, outcome, one.expected_ok)).toEqual([]);
  });
});
