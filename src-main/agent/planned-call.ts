import { parseBoundedJson } from "../../src-preload/contract/bounded-json.ts";
import type { AssistantMessage } from "../../src-preload/contract/records.ts";
import { assertNever } from "../../src-preload/contract/result.ts";
import type { InvalidCall, ParsedCall } from "../models/model.ts";
import type { Decided } from "../policy/approvals.ts";
import type { PreparedCall, Tool } from "../tools/tool.ts";
import type { RunContext, ToolSource } from "./dependencies.ts";
import { invalidCallId } from "./records.ts";
import type { RefusalGuard } from "./refusal-guard.ts";
import { type RepeatGuard, stopAt } from "./repeat-guard.ts";

/** What a run remembers of its calls. */
export interface CallMemory {
  readonly repeats: RepeatGuard;
  readonly refusals: RefusalGuard;
  /** Files that this run has written to already. */
}

/** A call of a reply, before anything is known about its tool. */
export interface PlannedCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  /** Why it cannot run, when that is known already. */
  readonly problem?: string;
  /** A decision that came before: the call was suspended. */
  readonly decided?: Decided;
}

/** The calls of one reply, and the reply that asked for them. */
export interface CallsOfReply {
  readonly message: AssistantMessage;
  readonly calls: readonly PlannedCall[];
}

export interface ReadyCall {
  readonly kind: "ready";
  readonly tool: Tool;
  readonly call: PreparedCall;
  /** Put at the end of the result for the model. */
  readonly warning: string;
}

export type PreparedPlan =
  | ReadyCall
  /** `code`: why, for the person. */
  | { readonly kind: "failed"; readonly message: string; readonly code: string }
  /** The same call too often: the run ends. */
  | { readonly kind: "looping"; readonly message: string };

/** The calls of a reply in its order, those that could not be read with their reason. */
export function planCalls(valid: readonly ParsedCall[], invalid: readonly InvalidCall[]): readonly PlannedCall[] {
  return [
    ...valid.map((call): PlannedCall => ({ id: call.id, name: call.name, arguments: call.arguments })),
    ...invalid.map(
      (call, index): PlannedCall => ({
        id: invalidCallId(call.id, index),
        name: call.name,
        arguments: {},
        problem: problemOf(call),
      }),
    ),
  ];
}

function problemOf({ name, rawArguments }: InvalidCall): string {
  const given = rawArguments.slice(0, 500);
  return name.trim() === ""
    ? `Not run: the call has no tool name. Its arguments were: ${given}`
    : `Not run: the arguments are not a JSON object. They were: ${given}`;
}

/** The calls of a stored reply that have no result yet: first the one that was decided meanwhile, then what had not begun. */
export function replanCalls(
  message: AssistantMessage,
  open: ReadonlySet<string>,
  decided: ReadonlyMap<string, Decided>,
): readonly PlannedCall[] {
  const calls = (message.tool_calls ?? []).filter((call) => open.has(call.id));
  return calls.map((call): PlannedCall => {
    const { name, arguments: rawArguments } = call.function;
    const plain = storedArguments(rawArguments);
    if (plain === null) {
      return { id: call.id, name, arguments: {}, problem: problemOf({ id: call.id, name, rawArguments }) };
    }
    const decision = decided.get(call.id);
    const base = { id: call.id, name, arguments: plain };
    return decision === undefined ? base : { ...base, decided: decision };
  });
}

/** Null for what cannot be read: a hand or another version may have written it. */
function storedArguments(raw: string): Readonly<Record<string, unknown>> | null {
  try {
    const parsed = parseBoundedJson(raw);
    const isPlain = typeof parsed === "object" && parsed !== null && !Array.isArray(parsed);
    return isPlain ? Object.fromEntries(Object.entries(parsed)) : null;
  } catch (cause) {
    if (cause instanceof SyntaxError) return null;
    throw cause;
  }
}

/** Finds the tool, checks the arguments, counts repeats. */
export function prepareCall(
  planned: PlannedCall,
  run: RunContext,
  memory: CallMemory,
  tools: ToolSource,
): PreparedPlan {
  if (planned.problem !== undefined) return { kind: "failed", message: planned.problem, code: "bad-arguments" };
  const tool = tools.get(planned.name);
  if (tool === null || !run.allowedTools.has(planned.name)) {
    return { kind: "failed", message: tools.unknownTool(planned.name), code: "no-tool" };
  }
  const parsed = tool.parse(planned.arguments);
  if (!parsed.ok) return { kind: "failed", message: parsed.message, code: "bad-arguments" };
  const ready = { kind: "ready" as const, tool, call: parsed.call };
  if (planned.decided !== undefined) return { ...ready, warning: "" };
  const verdict = memory.repeats.check(tool.name, parsed.call.arguments);
  switch (verdict.kind) {
    case "fine":
      return { ...ready, warning: "" };
    case "warn":
      return { ...ready, warning: repeatWarning(verdict.count) };
    case "stop":
      return {
        kind: "looping",
        message: `Not run: the same call with the same result, time ${verdict.count}. Stop, and tell the user what you have.`,
      };
    default:
      return assertNever(verdict);
  }
}

function repeatWarning(count: number): string {
  return `\n\n[The same call with the same result, time ${count}. Use the result that you have or do something else: at time ${stopAt} the run is stopped.]`;
}

/** Reading calls that follow each other run side by side; everything else alone and in order. */
export function batchCalls(
  calls: readonly PlannedCall[],
  tools: Pick<ToolSource, "get">,
): readonly (readonly PlannedCall[])[] {
  const found: PlannedCall[][] = [];
  let open: PlannedCall[] | null = null;
  for (const planned of calls) {
    const tool = tools.get(planned.name);
    const together = tool !== null && tool.effect === "read" && !tool.exclusive;
    if (together && open !== null) {
      open.push(planned);
      continue;
    }
    const batch = [planned];
    found.push(batch);
    open = together ? batch : null;
  }
  return found;
}
