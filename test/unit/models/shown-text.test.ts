import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createShownText } from "../../../src-main/models/answer/shown-text.ts";
import { callOpeners } from "../../../src-main/models/text-calls/read-text-calls.ts";
import { createRecordingSink } from "../../support/recording-sink.ts";
import { loadCases, type Replay, startReplay } from "../../support/replay.mjs";
import { runCase } from "../../support/run-case.ts";

const cases = [...loadCases(["test/fixtures/provider", "test/fixtures/provider-2"]).values()].filter(
  ({ kind, topic }) => kind === "stream" && (topic === "tool-text" || topic === "reasoning"),
);

describe("what is shown while an answer streams", () => {
  let replay: Replay;
  beforeAll(async () => {
    replay = await startReplay({ dirs: ["test/fixtures/provider", "test/fixtures/provider-2"] });
  });
  afterAll(() => replay.close());

  it.each(cases.map((one) => [one.id, one] as const))("%s: the text shown is the text that stays", async (_id, one) => {
    const sink = createRecordingSink();
    const outcome = await runCase(one, replay.baseURL(one.id), sink);
    expect(sink.shown.trim()).toBe(outcome.content.trim());
  });

  function shownBy(deltas: readonly string[], content: string): { shown: string; thoughts: string } {
    const sink = createRecordingSink();
    const text = createShownText(sink, callOpeners);
    for (const delta of deltas) text.push(delta);
    text.finish(content);
    return { shown: sink.shown, thoughts: sink.thoughts };
  }

  it("passes plain text on at once, piece by piece", () => {
    const sink = createRecordingSink();
    const text = createShownText(sink, callOpeners);
    for (const delta of ["a < b", " and [x]", " <b>bold</b>"]) text.push(delta);
    expect(sink.shown).toBe("a < b and [x] <b>bold</b>");
  });
  it("shows thoughts as reasoning while they come", () => {
    expect(shownBy(["<th", "ink>so", "me</th", "ink>\n\nYes"], "Yes")).toEqual({ shown: "Yes", thoughts: "some" });
  });
  it("shows markup after all when it turns out to be no call", () => {
    const text = 'see <tool_call>{"name":"gone"}</tool_call>';
    expect(shownBy([text.slice(0, 10), text.slice(10)], text).shown).toBe(text);
  });
  it("shows markup in a code block at once", () => {
    const sink = createRecordingSink();
    const text = createShownText(sink, callOpeners);
    text.push("```\n<tool_call>\n");
    expect(sink.shown).toBe("```\n<tool_call>\n");
  });
});
