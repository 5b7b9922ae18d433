import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createRecall, type FollowedGroup, type Recall } from "../../../../src-main/knowledge/recall/recall.ts";
import type { Embeddings } from "../../../../src-main/knowledge/recall/vector-maker.ts";
import { contractError } from "../../../../src-preload/contract/errors.ts";
import { fail, ok } from "../../../../src-preload/contract/result.ts";
import { createManualClock } from "../../../support/manual-clock.ts";
import { hashEmbedding, type MadeUpEmbedding, randomEmbedding } from "../../../support/recall/made-up-embeddings.ts";
import { openRecallBench, plainQuery, type RecallBench, said, sure } from "../../../support/recall/recall-bench.ts";

let bench: RecallBench;
let told: string[] = [];
let embeddings: Embeddings | null = null;
let recall: Recall;
let clock = createManualClock();
const { signal } = new AbortController();

beforeEach(async () => {
  bench = await openRecallBench();
  told = [];
  embeddings = null;
  clock = createManualClock();
  recall = createRecall({
    store: bench.database.recall,
    embeddings: async () => embeddings,
    onProblem: (message) => void told.push(message ?? "mended"),
    log: () => undefined,
    clock,
  });
});
afterEach(() => bench[Symbol.asyncDispose]());

/** A file whose lines are the facts that it has. */
function file(group: string, stamp: string, ...lines: string[]): FollowedGroup {
  const entries = lines.map((line, at) => said(String(at), line, { source: "fact" }));
  return { group, stamp, read: async () => ok(entries) };
}

const never: FollowedGroup["read"] = async () => {
  throw new Error("it did not change, and was read");
};

function by(embed: MadeUpEmbedding, model = "m/one"): Embeddings & { readonly batches: string[][] } {
  const batches: string[][] = [];
  return {
    model,
    batches,
    embed: async (texts) => {
      batches.push([...texts]);
      return ok(texts.map(embed));
    },
  };
}

function failing(message: string) {
  const batches: string[][] = [];
  const embed: Embeddings["embed"] = async (texts) => {
    batches.push([...texts]);
    return fail({ message });
  };
  return { model: "m/one", batches, embed };
}

async function embedAll(): Promise<void> {
  while (sure(await recall.embedNext(signal)).kind === "made");
}

async function find(text: string): Promise<readonly string[]> {
  return sure(await recall.search({ ...plainQuery, text }, signal)).map(({ entry }) => entry.text);
}

describe("the index of files", () => {
  test("follows what others change, and reads nothing else", async () => {
    sure(await recall.follow([file("a", "1", "a red fox"), file("b", "1", "a red kite")], signal));
    expect(await find("red")).toHaveLength(2);
    sure(await recall.follow([file("a", "2", "a grey wolf"), { group: "b", stamp: "1", read: never }], signal));
    expect(await find("red")).toEqual(["a red kite"]);
    expect(await find("wolf")).toEqual(["a grey wolf"]);
  });

  test("forgets a file that is gone, and keeps one that cannot be read just now", async () => {
    sure(await recall.follow([file("a", "1", "a red fox"), file("b", "1", "a red kite")], signal));
    const locked: FollowedGroup = {
      group: "b",
      stamp: "2",
      read: async () => fail(contractError("storage", "it is locked")),
    };
    sure(await recall.follow([locked], signal));
    expect(await find("red")).toEqual(["a red kite"]);
    sure(await recall.follow([file("b", "2", "a red lamp")], signal));
    expect(await find("red")).toEqual(["a red lamp"]);
  });

  test("one pass follows another, and what is said meanwhile is not lost", async () => {
    const passes = [
      recall.follow([file("a", "1", "a red fox")], signal),
      recall.follow([file("a", "2", "a red cat")], signal),
    ];
    const group = { group: "a", stamp: "3", entries: [said("9", "a red dog")] };
    await Promise.all([...passes, recall.append(group)]);
    expect(await find("red")).toEqual(["a red cat", "a red dog"]);
  });

  test("a stop leaves the rest for the next pass", async () => {
    sure(await recall.follow([file("a", "1", "a red fox")], signal));
    sure(await recall.follow([file("b", "1", "a red kite")], AbortSignal.abort()));
    expect(await find("red")).toEqual(["a red fox"]);
  });
});

describe("vectors", () => {
  const lines = Array.from({ length: 100 }, (_, at) => `stone number ${at} lies by the river`);

  test("are made in batches for what has none, once, and join the search", async () => {
    const model = by(hashEmbedding);
    embeddings = model;
    sure(await recall.follow([file("a", "1", ...lines, "Gartenhäuschen am Fluss")], signal));
    await embedAll();
    await embedAll();
    expect(model.batches.map((texts) => texts.length)).toEqual([64, 37]);
    // It shares parts of words alone.
    expect(await find("Häuschen")).toContain("Gartenhäuschen am Fluss");
    embeddings = null;
    expect(await find("Häuschen")).toEqual([]);
  });

  test("go with their entries: what is edited needs another one", async () => {
    const model = by(hashEmbedding);
    embeddings = model;
    sure(await recall.follow([file("a", "1", "a red fox"), file("b", "1", "a kite")], signal));
    await embedAll();
    sure(await recall.follow([file("a", "2", "a blue fox"), file("b", "1")], signal));
    await embedAll();
    expect(model.batches.flat()).toEqual(["a kite", "a red fox", "a blue fox"]);
  });

  test("of another model take the place of those that are kept", async () => {
    sure(await recall.follow([file("a", "1", ...lines.slice(0, 5))], signal));
    embeddings = by(hashEmbedding);
    await embedAll();
    const shorter = by((text) => hashEmbedding(text).slice(0, 100), "m/two");
    embeddings = shorter;
    await embedAll();
    expect(shorter.batches.flat()).toHaveLength(5);
    expect(told).toEqual([]);
    expect(await find("stone number 3")).toContain(lines[3]);
  });

  test("that fail are told once, rested from, and words are searched", async () => {
    sure(await recall.follow([file("a", "1", "a red fox")], signal));
    const refusing = failing("the key is wrong");
    embeddings = refusing;
    await embedAll();
    expect(sure(await recall.embedNext(signal))).toEqual({ kind: "waits", forMs: 30_000 });
    expect(await find("fox")).toEqual(["a red fox"]);
    clock.advance(30_000);
    expect(sure(await recall.embedNext(signal))).toEqual({ kind: "waits", forMs: 60_000 });
    expect(refusing.batches).toHaveLength(2);
    expect(told).toEqual(["the key is wrong"]);
    embeddings = by(randomEmbedding);
    clock.advance(60_000);
    await embedAll();
    embeddings = failing("the key is wrong again");
    expect(await find("fox")).toEqual(["a red fox"]);
    expect(told).toEqual(["the key is wrong", "mended", "the key is wrong again"]);
  });

  test("are asked for again at once when something was changed", async () => {
    sure(await recall.follow([file("a", "1", "a red fox")], signal));
    embeddings = failing("the key is wrong");
    await embedAll();
    embeddings = by(hashEmbedding);
    recall.endRest();
    expect(sure(await recall.embedNext(signal))).toEqual({ kind: "made" });
    expect(told).toEqual(["the key is wrong", "mended"]);
  });

  test("of a question that come too late are not waited for, and those of the background go on", async () => {
    sure(await recall.follow([file("a", "1", "a red fox")], signal));
    const asked = Promise.withResolvers<void>();
    const slow: Embeddings = {
      model: "m/one",
      embed: (_, stop) => {
        asked.resolve();
        return new Promise((resolve) => stop.addEventListener("abort", () => resolve(fail({ message: "stopped" }))));
      },
    };
    embeddings = slow;
    const found = find("fox");
    await asked.promise;
    clock.advance(500);
    expect(await found).toEqual(["a red fox"]);
    expect(told).toEqual(["It did not answer a question within 0.5 s."]);
    const model = by(hashEmbedding);
    embeddings = model;
    expect(await find("fox")).toEqual(["a red fox"]);
    expect(model.batches).toEqual([]);
    expect(sure(await recall.embedNext(signal))).toEqual({ kind: "made" });
    expect(clock.pending).toBe(0);
  });

  test("of another length behind the same name are all made anew, once", async () => {
    sure(await recall.follow([file("a", "1", "a red fox", "a kite")], signal));
    embeddings = by(hashEmbedding);
    await embedAll();
    const shorter = (text: string) => hashEmbedding(text).slice(0, 100);
    embeddings = by(shorter);
    sure(await recall.follow([file("a", "1", "a red fox", "a kite"), file("b", "1", "a lamp")], signal));
    await embedAll();
    expect(sure(await bench.database.recall.vectorState("m/one"))).toEqual({ made: 3, all: 3, lackingChars: 0 });
    embeddings = by(hashEmbedding);
    sure(await recall.follow([file("a", "2", "an owl"), file("b", "1", "a lamp")], signal));
    await embedAll();
    expect(sure(await bench.database.recall.vectorState("m/one"))).toEqual({ made: 1, all: 2, lackingChars: 6 });
    expect(told).toHaveLength(1);
  });

  test("go in requests that no endpoint finds too long, and how far they are can be told", async () => {
    const long = Array.from({ length: 30 }, (_, at) => `${at} ${"y".repeat(8000)}`);
    sure(await recall.follow([file("a", "1", ...long)], signal));
    const state = await bench.database.recall.vectorState("m/one");
    expect(sure(state)).toEqual({ made: 0, all: 30, lackingChars: 120_000 });
    const model = by(hashEmbedding);
    embeddings = model;
    await embedAll();
    expect(model.batches.map((texts) => texts.length)).toEqual([15, 15]);
  });

  test.each<[string, MadeUpEmbedding]>([
    ["that are no numbers", () => Float32Array.of(Number.NaN, 1)],
    ["of another length each", (text) => new Float32Array(text.length).fill(1)],
    ["without a number", () => new Float32Array()],
    ["longer than can be searched", () => new Float32Array(9000).fill(1)],
  ])("%s are refused and words are searched", async (_, embed) => {
    sure(await recall.follow([file("a", "1", "a red fox", "a longer line")], signal));
    embeddings = by(embed);
    await embedAll();
    expect(told).toHaveLength(1);
    expect(await find("fox")).toEqual(["a red fox"]);
  });

  test("that are all nothing change nothing", async () => {
    sure(await recall.follow([file("a", "1", "a red fox", "a kite")], signal));
    embeddings = by(() => new Float32Array(8));
    await embedAll();
    expect(await find("fox")).toEqual(["a red fox"]);
  });
});
