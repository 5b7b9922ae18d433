import { type JSONRPCMessage, parseJSONRPCMessage } from "@modelcontextprotocol/client";
import { text } from "../words.ts";
import { type Fields, fieldsOf, isText } from "./fields.ts";
import { type Asked, mendMessage } from "./mend-message.ts";
import type { LeftOut } from "./mend-tools.ts";

/** Servers page their lists; one that never ends is cut there. */
const mostPages = 50;
/** Questions that an answer is still waited for; those that were given up are the oldest. */
const mostAsked = 1000;

/** What comes in pages, and the field that holds it. */
const lists: ReadonlyMap<string, string> = new Map([
  ["tools/list", "tools"],
  ["resources/list", "resources"],
  ["prompts/list", "prompts"],
]);

/** What came, read: messages for the library, and what is none. */
interface Received {
  readonly messages: readonly JSONRPCMessage[];
  readonly words: readonly string[];
}

/** The one place where what a server sends is brought into the form of the protocol, before anything else reads it. */
export interface Mending {
  /** A message of ours goes out. */
  sent(message: unknown): void;
  received(text: string): Received;
  /** Of the list of tools that was asked for last. */
  readonly leftOut: readonly LeftOut[];
}

export function createMending(): Mending {
  const asked = new Map<string | number, Asked>();
  let leftOut: readonly LeftOut[] = [];
  const reading = new Map<string, { pages: number; lastCursor: unknown }>();

  function askedBy({ id }: Fields): Asked | null {
    // Some send the number back as a text; an error about a request that was not understood has no id at all.
    const own = isText(id) && !asked.has(id) ? Number(id) : id;
    const only = asked.size === 1 ? [...asked.values()][0] : undefined;
    const found = isText(own) || typeof own === "number" ? asked.get(own) : only;
    if (found !== undefined) asked.delete(found.id);
    return found ?? null;
  }

  function mend(value: unknown): Received {
    const given = fieldsOf(value);
    const isAnswer = given !== null && !isText(given["method"]);
    const question = isAnswer ? askedBy(given) : null;
    const mended = given === null ? null : mendMessage(given, question);
    if (mended === null) return { messages: [], words: [] };
    leftOut = [...leftOut, ...mended.leftOut];
    const list = lists.get(question?.method ?? "");
    const message = list === undefined ? mended.message : onePage(mended.message, list);
    try {
      return { messages: [parseJSONRPCMessage(message)], words: [] };
    } catch {
      return { messages: [], words: [text("mcp.log.unreadable", { what: String(given?.["method"] ?? "") })] };
    }
  }

  /** A list that does not end is cut, and what fails after its first page costs the rest only. */
  function onePage(message: Fields, list: string): Fields {
    const before = reading.get(list) ?? { pages: 0, lastCursor: undefined };
    const pages = before.pages + 1;
    const note = (reason: string): void => {
      if (list === "tools") leftOut = [...leftOut, { name: text("mcp.leftOut.rest"), reason }];
    };
    const { error, ...head } = message;
    const page = fieldsOf(message["result"]) ?? {};
    if (error !== undefined) {
      if (pages === 1) return message;
      note(text("mcp.leftOut.page"));
      return { ...head, result: { [list]: [], ttlMs: 0, cacheScope: "private" } };
    }
    const { nextCursor, ...last } = page;
    const goesOn = nextCursor !== undefined && nextCursor !== before.lastCursor && pages < mostPages;
    if (nextCursor !== undefined && !goesOn) note(text("mcp.leftOut.endless"));
    reading.set(list, { pages, lastCursor: nextCursor });
    return goesOn ? message : { ...message, result: last };
  }

  return {
    sent(message) {
      const { method, id, params } = fieldsOf(message) ?? {};
      if (!isText(method) || !(isText(id) || typeof id === "number")) return;
      asked.set(id, { id, method });
      const [oldest] = asked.keys();
      if (asked.size > mostAsked && oldest !== undefined) asked.delete(oldest);
      const list = lists.get(method);
      if (list === undefined || fieldsOf(params)?.["cursor"] !== undefined) return;
      if (list === "tools") leftOut = [];
      reading.delete(list);
    },
    received(line) {
      const { values, words } = valuesIn(line);
      const all = values.flatMap((value) => (Array.isArray(value) ? value : [value])).map(mend);
      return { messages: all.flatMap((one) => one.messages), words: [...words, ...all.flatMap((one) => one.words)] };
    },
    get leftOut() {
      return leftOut;
    },
  };
}

const messageStart = /\{\s*"(?:jsonrpc|id|result|error|method)"\s*:/;

/** The messages of a line, and what else stands in it: a byte order mark, a log line that has no end of its own. */
function valuesIn(line: string): { readonly values: readonly unknown[]; readonly words: readonly string[] } {
  const values: unknown[] = [];
  const words: string[] = [];
  let rest = line.replace(/^[\ufeff\0]+/, "").trim();
  while (rest !== "") {
    const value = messageIn(rest);
    const start = value === null ? (messageStart.exec(rest)?.index ?? -1) : 0;
    const end = value === null && start >= 0 ? endOfObject(rest, start) : rest.length;
    const inner = value ?? (start < 0 || end === null ? null : messageIn(rest.slice(start, end)));
    if (inner === null || end === null) return { values, words: [...words, rest] };
    values.push(inner);
    const before = rest.slice(0, start).trim();
    if (before !== "") words.push(before);
    rest = rest.slice(end).trim();
  }
  return { values, words };
}

/**
 * Null for what is no JSON, and for JSON that is no message: programs write their logs as JSON too. Of any depth: the
 * question of a message that is too deep still gets its answer, and each part of it is looked at where it is mended.
 */
function messageIn(whole: string): unknown {
  if (!/^[[{]/.test(whole)) return null;
  try {
    const value: unknown = JSON.parse(whole);
    const [first] = Array.isArray(value) ? value : [value];
    const fields = fieldsOf(first) ?? {};
    const isOne = "jsonrpc" in fields || ("id" in fields && ("result" in fields || "error" in fields));
    return isOne ? value : null;
  } catch {
    // A line of its log.
    return null;
  }
}

/** Where the object ends that begins there. */
function endOfObject(whole: string, start: number): number | null {
  let depth = 0;
  let inText = false;
  for (let at = start; at < whole.length; at += 1) {
    const letter = whole.charAt(at);
    if (inText && letter === "\\") at += 1;
    else if (letter === '"') inText = !inText;
    else if (!inText && letter === "{") depth += 1;
    else if (!inText && letter === "}") {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return null;
}
