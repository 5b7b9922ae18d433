import { messageIdSchema } from "../../src-preload/contract/ids.ts";
import type { AssistantMessage, Message, ToolCall, ToolMessage } from "../../src-preload/contract/records.ts";
import { repairMessage } from "./repair-message.ts";

/** What the model reads where a call has no result. */
export const interruptedResult = "interrupted: this call was started and has no result; its effect is unknown.";

/**
 * Makes a history that every provider takes, on a copy: results without a call leave, calls without a result get
 * "interrupted", results stand in call order, call ids are unique, empty assistant messages leave, names, arguments and
 * characters are whole. The very same array comes back when nothing is wrong.
 */
export function repairHistory(messages: readonly Message[]): readonly Message[] {
  return createHistoryRepairer()(messages);
}

/** Where a repair can go on: a message of the user or the model, which ends whatever was open before it. */
interface Checkpoint {
  readonly count: number;
  /** The message before it, to know the history again. */
  readonly last: Message;
  readonly repaired: readonly Message[] | null;
  /** The call ids up to here; only ever added to, at the next checkpoint. */
  readonly ids: Set<string>;
}

/**
 * The same for a history that grows: messages up to the last one of the user or the model that were looked at before
 * are not looked at again. It knows them by the identity of the message before that point; another history simply
 * starts anew.
 */
export function createHistoryRepairer(): (messages: readonly Message[]) => readonly Message[] {
  let checkpoint: Checkpoint | null = null;

  return (messages) => {
    const known = checkpoint !== null && messages[checkpoint.count - 1] === checkpoint.last ? checkpoint : null;
    const repair = startRepair(messages, known);
    const lastStart = messages.findLastIndex(isStart);
    for (const [offset, message] of messages.slice(known?.count ?? 0).entries()) {
      const index = (known?.count ?? 0) + offset;
      const before = messages[index - 1];
      if (index === lastStart && before !== undefined && index !== known?.count) {
        repair.close();
        checkpoint = { count: index, last: before, repaired: repair.soFar(), ids: repair.settleIds() };
      }
      repair.add(message);
    }
    repair.close();
    return repair.soFar() ?? messages;
  };
}

function isStart({ role, hidden }: Message): boolean {
  return hidden !== true && (role === "user" || role === "assistant");
}

/** The calls of the last assistant message and the results that came for them. */
interface OpenGroup {
  readonly message: AssistantMessage;
  /** In call order; `original` is the id as the records have it. */
  readonly calls: { readonly id: string; readonly original: string; readonly name: string; result: Message | null }[];
  readonly arrived: Message[];
}

interface Repair {
  /** Every call id seen so far, as one set that this repair adds to no more. */
  settleIds(): Set<string>;
  add(message: Message): void;
  /** Ends the open group of calls: what is missing is filled in. */
  close(): void;
  /** Null while everything was as it should be. */
  soFar(): readonly Message[] | null;
}

function startRepair(source: readonly Message[], from: Checkpoint | null): Repair {
  const settled = from?.ids ?? new Set<string>();
  let fresh = new Set<string>();
  let out: Message[] | null = from === null || from.repaired === null ? null : [...from.repaired];
  let taken = from?.count ?? 0;
  let group: OpenGroup | null = null;

  /** From here on the output differs from the source. */
  function diverge(): Message[] {
    out ??= source.slice(0, taken);
    return out;
  }

  function keep(message: Message, original: Message): void {
    if (message !== original) diverge();
    out?.push(message);
    taken++;
  }

  function drop(): void {
    diverge();
    taken++;
  }

  function close(): void {
    if (group === null) return;
    const { calls, arrived, message } = group;
    group = null;
    const ordered = calls.map((call) => call.result ?? interrupted(message, call.id, call.name));
    const isFine = ordered.length === arrived.length && ordered.every((result, index) => result === arrived[index]);
    if (isFine) return;
    const list = diverge();
    list.splice(list.length - arrived.length, arrived.length, ...ordered);
  }

  function addResult(message: ToolMessage): void {
    const call = group?.calls.find((open) => open.original === message.tool_call_id && open.result === null);
    if (group === null || call === undefined) {
      drop();
      return;
    }
    const renamed = call.id === call.original ? message : { ...message, tool_call_id: call.id };
    const result = repairMessage(renamed);
    call.result = result;
    group.arrived.push(result);
    keep(result, message);
  }

  function addAssistant(message: AssistantMessage): void {
    const calls = message.tool_calls ?? [];
    if (calls.length === 0) {
      if (message.content.trim() === "") drop();
      else keep(repairMessage(message), message);
      return;
    }
    const unique = calls.map((call) => uniqueCall(call, settled, fresh));
    const isSame = unique.every((call, index) => call === calls[index]);
    const repaired = repairMessage(isSame ? message : { ...message, tool_calls: unique });
    keep(repaired, message);
    group = {
      message,
      calls: unique.map((call, index) => ({
        id: call.id,
        original: calls[index]?.id ?? call.id,
        name: call.function.name,
        result: null,
      })),
      arrived: [],
    };
  }

  return {
    settleIds() {
      for (const id of fresh) settled.add(id);
      fresh = new Set();
      return settled;
    },
    close,
    soFar: () => (out === null ? null : [...out]),
    add(message) {
      // What the model never sees stands between a call and its result without parting them.
      if (message.hidden === true || message.role === "system") {
        if (group?.calls.every(({ result }) => result !== null) === true) close();
        if (group === null) keep(message, message);
        else drop();
      } else if (message.role === "tool") addResult(message);
      else {
        close();
        if (message.role === "assistant") addAssistant(message);
        else keep(repairMessage(message), message);
      }
    },
  };
}

function uniqueCall(call: ToolCall, settled: ReadonlySet<string>, fresh: Set<string>): ToolCall {
  const base = (call.id === "" ? "call" : call.id).toWellFormed();
  let id = base;
  for (let number = 2; settled.has(id) || fresh.has(id); number++) id = `${base}-${number}`;
  fresh.add(id);
  return id === call.id ? call : { ...call, id };
}

function interrupted(message: AssistantMessage, callId: string, name: string): Message {
  return {
    id: messageIdSchema.parse(`${message.id}-${callId}`.slice(0, 100)),
    parentId: message.id,
    role: "tool",
    content: interruptedResult,
    timestamp: message.timestamp,
    tool_call_id: callId,
    name,
  };
}
