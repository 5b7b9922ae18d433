import { expect, it } from "vitest";
import { sourcesOf } from "../../../src-renderer/features/chat/turn-facts.ts";
import { rowsOf } from "../../../src-renderer/features/chat/turns.ts";
import { record } from "../../support/records.ts";

const at = "2026-01-01T00:00:00.000Z";

/** The sources of a turn whose calls came to these details. */
function sourcesWith(...details: readonly object[]) {
  const calls = details.map((_, index) => ({
    id: `c${index}`,
    type: "function",
    function: { name: "web_fetch", arguments: "{}" },
  }));
  const messages = [
    record({ id: "a", role: "assistant", runId: "r", content: "", tool_calls: calls, timestamp: at }),
    ...details.map((detail, index) =>
      record({
        id: `t${index}`,
        role: "tool",
        runId: "r",
        tool_call_id: `c${index}`,
        name: "web_fetch",
        content: "",
        timestamp: at,
        details: { status: "ok", ...detail },
      }),
    ),
  ].map((message) => ({ message }));
  const [row] = rowsOf({ messages, run: null, approvals: [] });
  const pieces = row?.kind === "perch" ? row.pieces : [];
  return sourcesOf(pieces.flatMap((piece) => (piece.kind === "steps" ? piece.steps : [])));
}

it("lists what was read before what was found, each page once, and nothing that is no page", () => {
  const found = [
    { url: "https://a.example/", title: "A" },
    { url: "https://b.example/x", title: "B" },
    { url: "javascript:alert(1)", title: "Bad" },
    { url: "no address", title: "Bad" },
  ];
  const told = sourcesWith(
    { sources: found },
    { sources: [{ url: "https://b.example/x", title: "B, read", isRead: true }] },
    {},
  );
  expect(told).toEqual([
    { url: "https://b.example/x", title: "B, read", host: "b.example" },
    { url: "https://a.example/", title: "A", host: "a.example" },
  ]);
});

it("shows what cannot be seen in a title, names a page without one by its host, and has a limit", () => {
  expect(sourcesWith({ sources: [{ url: "https://a.example/", title: "" }] })[0]?.title).toBe("a.example");
  expect(sourcesWith({ sources: [{ url: "https://a.example/", title: "A\u202eB" }] })[0]?.title).toBe("A<202E>B");
  const many = Array.from({ length: 200 }, (_, index) => ({ url: `https://a.example/${index}`, title: "A" }));
  expect(sourcesWith({ sources: many }).length).toBe(50);
});
