import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { revealLine } from "../../../../src-preload/contract/reveal-controls.ts";
import { StepOutput } from "../../../../src-renderer/features/chat/step-output.tsx";
import { StepRow } from "../../../../src-renderer/features/chat/step-row.tsx";
import { rowsOf, type Step, type StepState } from "../../../../src-renderer/features/chat/turns.ts";
import type { WindowState } from "../../../../src-renderer/state/window-state.ts";
import { chatTitle } from "../../../../src-renderer/ui/chat-title.ts";
import { Markdown } from "../../../../src-renderer/ui/markdown/markdown.tsx";
import { text } from "../../../../src-renderer/ui/text.ts";
import { record } from "../../../support/records.ts";
import { drawIn, unansweredWindow, wordsOf } from "./draw.tsx";

let state: WindowState;
beforeAll(() => {
  state = unansweredWindow();
});
afterAll(() => void vi.unstubAllGlobals());

const sign = "\u202e\u{e0041}\u3164\u200b";
const shownSign = "<202E><E0041><3164><200B>";

function stepsOf(path: string, argumentsText = JSON.stringify({ path })): readonly Step[] {
  const call = { id: "c", type: "function", function: { name: "write_file", arguments: argumentsText } };
  const message = record({ id: "m", role: "assistant", runId: "r", tool_calls: [call] });
  const [row] = rowsOf({ messages: [{ message }], run: null, approvals: [] });
  return row?.kind === "perch" ? row.pieces.flatMap((piece) => (piece.kind === "steps" ? piece.steps : [])) : [];
}

function drawn(step: Step): string {
  return wordsOf(drawIn(state, <StepRow step={step} />));
}

describe("a step", () => {
  it.each<readonly [StepState, string]>([
    ["ok", "Wrote"],
    ["running", "Writing"],
    ["waiting", "Wants to write"],
    ["queued", "Wants to write"],
    ["interrupted", "Stopped while it wrote"],
    ["error", "Could not write"],
    ["denied", "You denied writing"],
    ["unknown", "Stopped while it wrote"],
  ])("that is %s says %s", (is, verb) => {
    const [step] = stepsOf("k.txt");
    expect(step === undefined ? "" : drawn({ ...step, state: is })).toContain(`${verb}k.txt`);
  });

  it("hides nothing in its name, its arguments and its output", () => {
    const [step] = stepsOf(`a${sign}.txt`);
    expect.assert(step !== undefined);
    const result = record({ id: "t", role: "tool", name: "write_file", tool_call_id: "c", content: `out ${sign}` });
    const whole = { ...step, progress: sign, result: result.role === "tool" ? result : null };
    const words = [drawn({ ...whole, state: "running" }), wordsOf(drawIn(state, <StepOutput step={whole} />))].join(
      "\n",
    );
    expect(words).toContain(`a${shownSign}.txt`);
    expect(words).toContain(`out ${shownSign}`);
    expect(words).not.toMatch(/[\u202e\u3164\u200b\u{e0041}]/u);
  });

  it("of a server that a run failed with offers the way to it", () => {
    const [step] = stepsOf("k.txt");
    const details = { status: "error", code: "service", server: "shop" };
    const result = record({ id: "t", role: "tool", name: "write_file", tool_call_id: "c", details });
    expect.assert(step !== undefined && result.role === "tool");
    const failed = { ...step, state: "error" as const, result };
    expect(drawIn(state, <StepRow step={failed} startsOpen />)).toContain('href="#/connections/mcp/shop"');
    expect(drawIn(state, <StepRow step={failed} />)).not.toContain("href");
  });

  it("whose arguments are no JSON is drawn with their text", () => {
    const [step] = stepsOf("", '{"path": "k');
    expect.assert(step !== undefined);
    expect(wordsOf(drawIn(state, <StepOutput step={step} />))).toContain('{"path": "k');
  });
});

describe("words of others", () => {
  it("hide nothing in a title, and keep what belongs to their script", () => {
    expect(chatTitle(`Notes ${sign}`)).toBe(`Notes ${shownSign}`);
    expect(chatTitle("می\u200cخواهم 今日は\u3000天気 à\u00a0Paris 👩‍💻")).toBe(
      "می\u200cخواهم 今日は\u3000天気 à\u00a0Paris 👩‍💻",
    );
    expect(chatTitle("r\u200dm")).toBe("r<200D>m");
  });

  it("hide nothing in a sentence of the catalogue", () => {
    expect(text("files.preview", { path: `a${sign}` })).toContain(`a${shownSign}`);
  });

  it("hide nothing in code", () => {
    const markdown = `Run \`a${sign}\`:\n\n\`\`\`sh\nb${sign}\n\`\`\`\n`;
    const words = wordsOf(drawIn(state, <Markdown text={markdown} onOpen={() => undefined} />));
    expect(words).toContain(`a${shownSign}`);
    expect(words).toContain(`b${shownSign}`);
    expect(words).toBe(revealLine(words).replaceAll("␊", "\n"));
  });
});
