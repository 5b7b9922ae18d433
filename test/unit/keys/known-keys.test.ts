import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { guardedHost } from "../../../src-main/keys/guarded-host.ts";
import { createKnownKeys } from "../../../src-main/keys/known-keys.ts";
import { madeUpKeys } from "../../support/made-up-keys.ts";
import { createTestHome } from "../../support/test-home.ts";

const shapes = madeUpKeys(7);
const all = shapes.map(({ key }) => key);

function knowing(keys: readonly string[]) {
  const known = createKnownKeys();
  known.learn(keys);
  return known;
}

/** What a reader of the stream has after each piece, and at the end. */
function streamed(keys: readonly string[], pieces: readonly string[]): { seen: readonly string[]; whole: string } {
  const seen: string[] = [];
  let whole = "";
  const stream = knowing(keys).stream((text) => {
    whole += text;
  });
  for (const piece of pieces) {
    stream.push(piece);
    seen.push(whole);
  }
  stream.end();
  return { seen, whole };
}

describe("a key in a stream", () => {
  it.each(shapes)("of the shape $shape is never seen, wherever it is cut in two", ({ key }) => {
    for (let cut = 0; cut <= key.length; cut++) {
      const { seen, whole } = streamed(all, [`it is ${key.slice(0, cut)}`, `${key.slice(cut)}, see`]);
      expect(whole).toBe("it is [key], see");
      expect(seen[0]).toMatch(/^it is (?:\[key\])?$/);
    }
  });

  it("is taken out of any pieces as out of the whole text, and no more than a key is ever held back", () => {
    const part = fc.oneof(fc.constantFrom(...all, ...all.map((key) => key.slice(0, 5))), fc.string({ maxLength: 12 }));
    const texts = fc.array(part, { maxLength: 8 }).map((parts) => parts.join(""));
    const longest = Math.max(...all.map((key) => Buffer.from(key).toString("hex").length));
    fc.assert(
      fc.property(texts, fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 }), (text, sizes) => {
        const pieces: string[] = [];
        for (let at = 0, turn = 0; at < text.length; turn++) {
          const size = sizes[turn % sizes.length] ?? 1;
          pieces.push(text.slice(at, at + size));
          at += size;
        }
        const { seen, whole } = streamed(all, pieces);
        expect(whole).toBe(knowing(all).redact(text));
        const held = text.length - (seen.at(-1)?.length ?? 0);
        if (!whole.includes("[key]")) expect(held).toBeLessThanOrEqual(longest);
      }),
    );
  });

  it("leaves less than half of a key where the stream breaks off in it", () => {
    for (const { key } of shapes) {
      const half = Math.ceil(key.length / 2);
      expect(streamed(all, [`it is ${key.slice(0, -1)}`]).whole).not.toContain(key.slice(0, half));
      expect(streamed(all, [key.slice(1)]).whole).not.toContain(key.slice(-half));
    }
  });

  it("shows words that begin like a key as soon as they go on otherwise", () => {
    const { seen, whole } = streamed(["task-key-1234567"], ["a ta", "sk", " is", " a task"]);
    expect(seen).toEqual(["a ", "a ", "a task is", "a task is a "]);
    expect(whole).toBe("a task is a task");
  });

  it("that becomes known in the middle is taken out from then on", () => {
    const known = createKnownKeys();
    let seen = "";
    const stream = known.stream((text) => {
      seen += text;
    });
    stream.push("before ");
    known.learn(["made-up-key-1"]);
    stream.push("made-up");
    stream.push("-key-1 after");
    stream.end();
    expect(seen).toBe("before [key] after");
  });

  it("tells an empty piece: something began", () => {
    const told: string[] = [];
    knowing(all)
      .stream((text) => told.push(text))
      .push("");
    expect(told).toEqual([""]);
  });
});

describe("known keys", () => {
  it.each(["lm-studio", "not-needed", "sk-no-key-required", "no_key_required", "assistant", "ollama", "  none  "])(
    "do not count %j among them",
    (word) => expect(knowing([word]).list).toEqual([]),
  );

  it("only grow", () => {
    const known = knowing(["first-made-up"]);
    known.learn([" second-made-up ", "first-made-up", ""]);
    expect(known.list).toEqual(["first-made-up", "second-made-up"]);
    expect(known.redact("first-made-up second-made-up")).toBe("[key] [key]");
  });

  it("are taken out of every text of a value, names too, and a value without them stays the same one", () => {
    const known = knowing(["made-up-key"]);
    const value = { a: ["x made-up-key", 1, null], "made-up-key": { deep: { n: true } }, plain: "p" };
    expect(known.redactAll(value)).toEqual({ a: ["x [key]", 1, null], "[key]": { deep: { n: true } }, plain: "p" });
    const clean = { a: ["x"], b: { c: 1 } };
    expect(known.redactAll(clean)).toBe(clean);
  });

  it("are found however deep they lie", () => {
    let value: unknown = "made-up-key";
    for (let level = 0; level < 1000; level++) value = [value];
    expect(JSON.stringify(knowing(["made-up-key"]).redactAll(value))).toContain("[key]");
  });
});

it("the log of a guarded host holds no key, and what its key store gives or gets is known", async () => {
  await using test = await createTestHome();
  const known = createKnownKeys();
  const host = guardedHost(test.host, known);
  await test.host.secrets.set("openai", "made-up-stored");
  expect(await host.secrets.get("openai")).toBe("made-up-stored");
  await host.secrets.set("groq", "made-up-given");
  const error = new Error("with made-up-given in it");
  host.log("warn", "made-up-stored is wrong", { error, deep: [{ text: "made-up-stored" }] });
  expect(test.logged).toEqual(['warn: [key] is wrong {"error":"Error: with [key] in it","deep":[{"text":"[key]"}]}']);
});
