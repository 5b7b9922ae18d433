import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type Dialogue, readDialogue } from "../../../support/recall/dialogue.ts";
import {
  hashEmbedding,
  knowingEmbedding,
  type MadeUpEmbedding,
  randomEmbedding,
} from "../../../support/recall/made-up-embeddings.ts";
import { measureFinder, ourFinder, plainFinder, type RecallFigure } from "../../../support/recall/measure-recall.ts";

const folder = join(import.meta.dirname, "../../../fixtures/recall");

function dialogue(name: string): Dialogue {
  const found = readDialogue(readFileSync(join(folder, `${name}.json`), "utf8"));
  if (typeof found === "string") throw new Error(found);
  return found;
}

/** The ranking was tuned on the first three and never on the last two. */
const dialogues = ["allotment", "studio", "border", "harbour", "relay"].map(dialogue);
const fewer = dialogues.slice(0, 2);

type Measured = Pick<RecallFigure, "atFive" | "atTen">;

function average(of: readonly Dialogue[], finderOf: (one: Dialogue) => ReturnType<typeof plainFinder>): Measured {
  const all = of.map((one) => measureFinder(one, finderOf(one)).get("all"));
  const mean = (key: keyof Measured): number => all.reduce((sum, one) => sum + (one?.[key] ?? 0), 0) / of.length;
  return { atFive: mean("atFive"), atTen: mean("atTen") };
}

const ours = (embed: (one: Dialogue) => MadeUpEmbedding | null = () => null) => {
  return (one: Dialogue) => ourFinder(one.turns, embed(one));
};

describe("recall of long dialogues", () => {
  test("is far above that of a plain index, on those that it was not tuned on as well", () => {
    for (const part of [dialogues.slice(0, 3), dialogues.slice(3)]) {
      const plain = average(part, ({ turns }) => plainFinder(turns));
      const found = average(part, ours());
      expect(found.atFive - plain.atFive).toBeGreaterThan(25);
      expect(found.atTen - plain.atTen).toBeGreaterThan(23);
    }
  });

  test("vectors by chance cost nothing, and those of words alone next to nothing", () => {
    const alone = average(fewer, ours());
    const random = average(
      fewer,
      ours(() => randomEmbedding),
    );
    const hash = average(
      fewer,
      ours(() => hashEmbedding),
    );
    for (const key of ["atFive", "atTen"] as const) {
      expect(random[key]).toBeGreaterThan(alone[key] - 1);
      expect(hash[key]).toBeGreaterThan(alone[key] - 1);
    }
  });

  test("vectors that know what is meant find more", () => {
    const alone = average(fewer, ours());
    const knowing = average(fewer, ours(knowingEmbedding));
    expect(knowing.atFive).toBeGreaterThan(alone.atFive + 3);
    expect(knowing.atTen).toBeGreaterThan(alone.atTen + 3);
  });
});

describe("a file with a dialogue", () => {
  test.each([
    ["", "it is no JSON"],
    ["[]", "the file"],
    ["{}", "turns"],
    ['{"turns":[],"questions":[]}', "turns"],
    ['{"turns":[{"id":1,"text":"a"}],"questions":[{"text":"b"}]}', "questions.0.evidence"],
    ['{"turns":[{"id":"1","text":7}],"questions":[{"text":"b","evidence":["1"]}]}', "turns.0.text"],
  ])("that is %s is told by what is wrong", (json, wrong) => {
    expect(readDialogue(json)).toEqual(expect.stringContaining(wrong));
  });

  test("needs no speaker, date or kind, and ids may be numbers or come twice", () => {
    const json = { turns: [{ id: 1, text: "a red kite" }], questions: [{ text: "kite?", evidence: [1, 1, 9] }] };
    const found = readDialogue(`\uFEFF${JSON.stringify(json)}`);
    if (typeof found === "string") throw new Error(found);
    const figure = measureFinder(found, ourFinder(found.turns)).get("all");
    expect(figure).toEqual({ questions: 1, atFive: 100, atTen: 100 });
  });
});
