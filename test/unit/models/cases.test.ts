import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { providerSpec } from "../../../src-main/providers/provider-specs.ts";
import { diffOutcome, loadCases, type ProviderCase, type Replay, startReplay } from "../../support/replay.mjs";
import { runCase, runListCase, silentSink } from "../../support/run-case.ts";

const all = [...loadCases(["test/fixtures/provider", "test/fixtures/provider-2"]).values()];
const isList = ({ kind }: ProviderCase): boolean => kind === "models" || kind === "catalog";

/** What is wrong, by the name of the case; nothing where all is well. */
async function wrongOf(
  cases: readonly ProviderCase[],
  diff: (one: ProviderCase) => Promise<readonly string[]>,
): Promise<Readonly<Record<string, readonly string[]>>> {
  const wrong: Record<string, readonly string[]> = {};
  for (const one of cases) {
    const found = await diff(one);
    if (found.length > 0) wrong[`${one.topic}: ${one.id}`] = found;
  }
  return wrong;
}

describe("provider cases", () => {
  let replay: Replay;
  beforeAll(async () => {
    replay = await startReplay({ dirs: ["test/fixtures/provider", "test/fixtures/provider-2"] });
  });
  afterAll(() => replay.close());

  it("are all there, of every kind", () => {
    const count = (kind: string): number => all.filter((one) => one.kind === kind).length;
    const kinds = ["stream", "json", "http", "models", "catalog"];
    expect(kinds.map((kind) => `${kind} ${count(kind)}`)).toEqual([
      "stream 69",
      "json 18",
      "http 67",
      "models 7",
      "catalog 6",
    ]);
  });

  it("each end as they should, through the resolver, the client and the reader of lists", async () => {
    const wrong = await wrongOf(all, async (one) =>
      isList(one)
        ? diffOutcome(one, await runListCase(one, replay.baseURL(one.id)))
        : diffOutcome(one, await runCase(one, replay.baseURL(one.id, "fault"))),
    );
    expect(wrong).toEqual({});
  }, 120_000);

  const learnable = all.filter(({ expected_ok }) => expected_ok !== undefined);
  it("that ask something of a request get it, at once or once it is learnt", async () => {
    const wrong = await wrongOf(learnable, async (one) =>
      diffOutcome(one, await runCase(one, replay.baseURL(one.id)), one.expected_ok),
    );
    expect(wrong).toEqual({});
  }, 120_000);

  it("of a known provider get it from the very first request", async () => {
    // Kimi's temperature is known by the name of the model, which the sample does not have.
    const known = learnable.filter(
      ({ id, provider }) => providerSpec(provider)?.kind === "hosted" && id !== "kimi-temperature-one",
    );
    expect(known.length).toBeGreaterThan(3);
    const first = async (one: ProviderCase): Promise<readonly string[]> => {
      const before = replay.requests(one.id).length;
      const outcome = await runCase(one, replay.baseURL(one.id), silentSink, providerSpec(one.provider)?.name);
      const asked = replay.requests(one.id).length - before;
      return [...diffOutcome(one, outcome, one.expected_ok), ...(asked === 1 ? [] : [`asked ${asked} times`])];
    };
    expect(await wrongOf(known, first)).toEqual({});
  }, 120_000);
});
