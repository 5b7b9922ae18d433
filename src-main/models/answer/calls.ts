import { isKeepable, isObject, type JsonObject, textOf } from "../json.ts";
import type { InvalidCall, ParsedCall } from "../model.ts";
import type { WireCall, WireFunction } from "../wire-types.ts";
import { parseArguments } from "./call-arguments.ts";
import { type Offered, resolveName } from "./call-names.ts";

interface OpenCall {
  readonly choice: number;
  readonly index: number | null;
  id: string;
  readonly names: string[];
  raw: string;
  roundTrip: JsonObject | null;
}

/** What keeping a piece of a text takes beside its characters, counted in them. */
export const costOfPiece = 24;
/** The same of a call, so that there are at most a few thousand. */
const costOfCall = 2000;

export interface FinishedCalls {
  readonly calls: readonly ParsedCall[];
  readonly invalid: readonly InvalidCall[];
}

/** Puts calls together from deltas (rule 2 of the provider cases). */
export interface CallAssembler {
  /** One element of `tool_calls`. */
  add(choice: number, delta: WireCall): void;
  /** The older `function_call` field. */
  addLegacy(choice: number, call: WireFunction): void;
  /** Characters of all calls, and some for each. */
  readonly size: number;
  finish(offered: Offered, makeId: () => string): FinishedCalls;
}

/** The id, or "" for what is none: `null`, blank, the word "null". */
function realId(value: unknown): string {
  const id = textOf(value).trim();
  return id.toLowerCase() === "null" ? "" : id;
}

function rawArguments(value: unknown): string {
  if (typeof value === "string") return value;
  return value === undefined || value === null ? "" : JSON.stringify(value);
}

/** Looked at again and again while a call grows, so that most looks must be cheap. */
function isWhole(call: OpenCall): boolean {
  return /[}"l]\s{0,20}$/.test(call.raw.slice(-24)) && parseArguments(call.raw) !== null;
}

/** Under another index the same id is that of another call: some endpoints give one id to all. */
function mayShareIndex(call: OpenCall, index: number | null): boolean {
  return index === null || call.index === null || call.index === index;
}

export function createCallAssembler(): CallAssembler {
  const open: OpenCall[] = [];
  let size = 0;

  function start(choice: number, index: number | null, id: string): OpenCall {
    const call: OpenCall = { choice, index, id, names: [], raw: "", roundTrip: null };
    open.push(call);
    size += costOfCall;
    return call;
  }

  function lastOf(choice: number, index: number | null): OpenCall | undefined {
    return open.findLast((call) => call.choice === choice && (index === null || call.index === index));
  }

  /** The call that a delta goes on with, or a new one. */
  function callFor(choice: number, index: number | null, id: string, name: string, raw: string): OpenCall {
    if (id !== "") {
      const known = open.findLast((call) => call.choice === choice && call.id === id && mayShareIndex(call, index));
      if (known !== undefined) return known;
    }
    const last = lastOf(choice, index) ?? null;
    if (id === "" && name === "" && raw.trim() !== "") {
      // Arguments under an index that has no call, or a whole one, are of the call that waits for some.
      const latest = lastOf(choice, null);
      const isElsewhere = last === null || (last !== latest && raw !== last.raw && isWhole(last));
      if (isElsewhere && latest !== undefined && !isWhole(latest)) return latest;
    }
    if (last === null || (id !== "" && last.id !== "")) return start(choice, index, id);
    // A name after whole arguments opens the next call, unless it is the same call told again.
    const opensNext = name !== "" && last.names.length > 0 && raw !== last.raw && isWhole(last);
    if (opensNext) return start(choice, index, id);
    if (id !== "") last.id = id;
    return last;
  }

  function extend(call: OpenCall, name: string, raw: string): void {
    const again = call.raw !== "" && raw === call.raw && isWhole(call);
    if (name !== "" && name !== call.names.join("") && !call.names.includes(name)) call.names.push(name);
    if (!again) call.raw += raw;
    size += name.length + raw.length + costOfPiece;
  }

  return {
    get size() {
      return size;
    },
    add(choice, delta) {
      const made: WireFunction = isObject(delta.function) ? delta.function : delta;
      const index = typeof delta.index === "number" ? delta.index : null;
      const name = textOf(made.name);
      const raw = rawArguments(made.arguments ?? made.parameters);
      const call = callFor(choice, index, realId(delta.id), name, raw);
      const extra = delta.extra_content;
      if (extra !== undefined && extra !== null && isKeepable(extra)) {
        call.roundTrip = { ...call.roundTrip, extra_content: extra };
      }
      extend(call, name, raw);
    },
    addLegacy(choice, made) {
      const raw = rawArguments(made.arguments);
      extend(callFor(choice, -1, "", textOf(made.name), raw), textOf(made.name), raw);
    },
    finish: (offered, makeId) => finishCalls(open, offered, makeId),
  };
}

function finishCalls(open: readonly OpenCall[], offered: Offered, makeId: () => string): FinishedCalls {
  const calls: ParsedCall[] = [];
  const invalid: InvalidCall[] = [];
  const taken = new Set<string>();
  for (const call of open) {
    const name = resolveName(call.names, offered);
    const parsed = parseArguments(call.raw);
    if (name === "" && call.raw.trim() === "") continue;
    if (parsed === null || name === "" || !isKeepable(parsed)) {
      const own = call.id === "" || taken.has(call.id) ? {} : { id: call.id };
      taken.add(call.id);
      invalid.push({ ...own, name, rawArguments: call.raw });
      continue;
    }
    const id = call.id !== "" && !taken.has(call.id) ? call.id : makeId();
    taken.add(id);
    calls.push({ id, name, arguments: parsed, ...(call.roundTrip === null ? {} : { roundTrip: call.roundTrip }) });
  }
  return { calls, invalid };
}
