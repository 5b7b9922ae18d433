import { isMap, parseDocument } from "yaml";
import { isJsonTooDeep } from "../../../src-preload/contract/bounded-json.ts";
import { isRecord } from "../../../src-preload/contract/own-value.ts";
import { fail, ok, type Result } from "../../../src-preload/contract/result.ts";
import { reasonOf } from "../../thrown.ts";
import { text } from "../../words.ts";

/** More references than this make a text grow beyond all measure when they are followed. */
const mostAliases = 20;
const mostDepth = 20;
/** Characters of what the library says of a fault; it quotes the text. */
const mostReasonChars = 160;

/** A head by the rules of YAML: the plain core of the language, without tags, and with few references. */
export function yamlFields(head: string): Result<ReadonlyMap<string, unknown>, string> {
  if (isTooDeep(head)) return unreadable(text("skill.headDeep"));
  try {
    const document = parseDocument(head, { schema: "core", version: "1.2", merge: false, prettyErrors: true });
    const [fault] = [...document.errors, ...document.warnings];
    if (fault !== undefined) return unreadable(fault.message);
    if (!isMap(document.contents)) return unreadable(text("skill.headNoFields"));
    const value: unknown = document.toJS({ maxAliasCount: mostAliases });
    return isRecord(value) ? ok(new Map(Object.entries(value))) : unreadable(text("skill.headNoFields"));
  } catch (cause) {
    return unreadable(reasonOf(cause));
  }
}

/** The library calls itself once a level. */
function isTooDeep(head: string): boolean {
  const indented = Math.max(...head.split("\n").map((line) => /^(?:[ \t]|- )*/.exec(line)?.[0].length ?? 0));
  return indented > mostDepth * 4 || isJsonTooDeep(head, mostDepth);
}

function unreadable(reason: string): Result<never, string> {
  const line = reason.split("\n")[0] ?? "";
  return fail(text("skill.headUnreadable", { reason: line.slice(0, mostReasonChars) }));
}
