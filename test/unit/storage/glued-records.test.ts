import { expect, test } from "vitest";
import { isWholeObject, splitGlued } from "../../../src-main/storage/glued-records.ts";
import { recordsOf } from "../../../src-main/storage/session-file/parse-line.ts";

const message = (id: string, content = 'é {"id":"x"} }{') =>
  JSON.stringify({ id, parentId: null, role: "user", content, timestamp: "t" });
const title = JSON.stringify({ _type: "title", timestamp: "t", title: "x" });
const lineOf = (text: string) => ({ text, offset: 100, length: Buffer.byteLength(text), ended: true });

test("whole records that share a line are all found, whatever stands in their strings", () => {
  const all = [message("a"), title, message("b"), message("c", "")];
  expect(splitGlued(all.join(""))).toEqual(all);
  expect(splitGlued(message("a"))).toEqual([message("a")]);
});

test("a record that was written on behind a torn one is found, and the torn one costs nothing but itself", () => {
  const torn = message("a").slice(0, 30);
  const records = recordsOf(lineOf(torn + message("b")));
  expect(records.map(({ parsed }) => parsed.kind)).toEqual(["damaged", "message"]);
  expect(records.map(({ line }) => line.offset)).toEqual([100, 100 + Buffer.byteLength(torn)]);
});

test("what is nested in a torn record is no record", () => {
  const queued = JSON.stringify({
    _type: "queued",
    timestamp: "t",
    entry: { id: "q", content: "x", whenBusy: "queue" },
  });
  expect(recordsOf(lineOf(queued.slice(0, -1))).every(({ parsed }) => parsed.kind === "damaged")).toBe(true);
});

test("a line that is nested too deep is a damaged line", () => {
  const deep = `{"id":"a","role":"user","content":${"[".repeat(30_000)}${"]".repeat(30_000)}}`;
  expect(recordsOf(lineOf(deep)).map(({ parsed }) => parsed)).toEqual([{ kind: "damaged", id: "a" }]);
  expect(isWholeObject(deep)).toBe(false);
});
