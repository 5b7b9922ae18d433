import { describe, expect, it } from "vitest";
import { groupSteps, isAlwaysShown, lastFailure } from "../../../src-renderer/features/chat/step-groups.ts";
import { groupWords, wordsAround } from "../../../src-renderer/features/chat/step-words.ts";
import { rowsOf, type Step, type StepState } from "../../../src-renderer/features/chat/turns.ts";
import { record } from "../../support/records.ts";
import { approvalOf } from "../../support/window-facts.ts";

const keys: Readonly<Record<string, string>> = { exec: "command", grep: "pattern", mcp_shop_buy: "item" };

/** `read_file a.txt`, `exec ls error`: tool, object, state. */
function stepsOf(...told: readonly string[]): readonly Step[] {
  const calls = told.map((words, index) => {
    const [name = "", object = ""] = words.split(" ");
    const args = JSON.stringify({ [keys[name] ?? "path"]: object });
    return { id: `c${index}`, type: "function", function: { name, arguments: args } };
  });
  const message = record({ id: "m", role: "assistant", runId: "r", tool_calls: calls });
  const [row] = rowsOf({ messages: [{ message }], run: null, approvals: [] });
  const steps = row?.kind === "perch" ? row.pieces.flatMap((piece) => (piece.kind === "steps" ? piece.steps : [])) : [];
  const states = ["ok", "error", "running", "waiting", "denied", "queued"] as const satisfies readonly StepState[];
  return steps.map((step, index) => {
    const state = states.find((known) => known === told[index]?.split(" ")[2]) ?? "ok";
    return { ...step, state, approval: state === "waiting" ? approvalOf(step.callId) : null };
  });
}

function shape(steps: readonly Step[], alone: string | null = null): readonly string[] {
  return groupSteps(steps, alone).map((item) =>
    item.kind === "step" ? item.step.title : `${item.kind} ${item.steps.map(({ title }) => title).join(",")}`,
  );
}

describe("the rows of some steps", () => {
  it("are one for neighbours of one verb", () => {
    expect(shape(stepsOf("read_file a", "read_file b", "exec ls", "read_file c"))).toEqual(["group a,b", "ls", "c"]);
  });

  it("hold the slips that the run got over, and not one that stands alone", () => {
    const steps = stepsOf("read_file a", "read_file b error", "read_file c");
    expect(shape(steps)).toEqual(["group a,b,c"]);
    expect(shape(steps, "c1")).toEqual(["a", "b", "c"]);
    expect(shape(stepsOf("read_file a error", "read_file b error"))).toEqual(["a", "b"]);
  });

  it("keep what waits, was denied or has not come up apart, and what waits for one answer together", () => {
    expect(shape(stepsOf("write_file a", "write_file b denied", "write_file c"))).toEqual(["a", "b", "c"]);
    expect(shape(stepsOf("exec a waiting", "exec b waiting", "exec c queued"))).toEqual(["burst a,b", "c"]);
    expect(shape(stepsOf("exec a waiting"))).toEqual(["a"]);
    expect(shape(stepsOf("exec a waiting", "exec b denied", "exec c ok", "exec d waiting"))).toEqual([
      "burst a,d",
      "b",
      "c",
    ]);
  });

  it("count files once each, and other things as often as they were done", () => {
    expect(groupWords(stepsOf("read_file a", "read_file b", "read_file a"))).toBe("Read 2 files");
    expect(groupWords(stepsOf("edit_file a", "edit_file a", "edit_file a"))).toBe("Edited a 3 times");
    expect(groupWords(stepsOf("exec ls", "exec pwd", "exec ls"))).toBe("Ran 3 commands");
    expect(groupWords(stepsOf("grep x", "grep y"))).toBe("Searched 2 times");
    expect(groupWords(stepsOf("mcp_shop_buy milk", "mcp_shop_buy tea"))).toBe("mcp_shop_buy, 2 times");
  });

  it("leave of a folded turn what waits and the last failure of a run that failed", () => {
    const steps = stepsOf("read_file a error", "exec b", "exec c error");
    expect(lastFailure(steps, true)).toBe("c2");
    expect(lastFailure(steps, false)).toBeNull();
    expect(lastFailure(stepsOf("exec a error", "exec b"), true)).toBeNull();
    expect(steps.map((step) => isAlwaysShown(step, "c2"))).toEqual([false, false, true]);
    expect(stepsOf("exec a waiting").map((step) => isAlwaysShown(step, null))).toEqual([true]);
  });
});

it("says of a step what happened, by its code", () => {
  const [step] = stepsOf("write_file k.txt");
  expect.assert(step !== undefined);
  const said = (state: StepState, code?: string) => {
    const details = { status: "denied" as const, ...(code === undefined ? {} : { code }) };
    const result = record({ id: "t", role: "tool", tool_call_id: "c0", name: "write_file", details });
    return wordsAround({ ...step, state, result: result.role === "tool" ? result : null })[0];
  };
  expect(said("denied", "denied")).toBe("You denied writing");
  expect(said("denied", "plan-mode")).toBe("Not done:");
  expect(said("interrupted", "not-begun")).toBe("Stopped before it wrote");
  expect(said("interrupted", "cut-off")).toBe("Stopped while it wrote");
  expect(said("error", "no-match")).toBe("Could not write");
});
