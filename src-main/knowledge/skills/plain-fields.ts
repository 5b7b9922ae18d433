import { isJsonTooDeep } from "../../../src-preload/contract/bounded-json.ts";

/*
 * Most heads are lines of `name: value`. They are read here, so that no start of Perch loads the YAML library for them; what
 * is not as plain as that is left to the library.
 */

/** Deeper than any head that describes a skill. */
const mostDepth = 20;

/** The fields of a plain head; null where a line is anything else. */
export function plainFields(head: string): ReadonlyMap<string, unknown> | null {
  const fields = new Map<string, unknown>();
  for (const line of head.split("\n")) {
    if (line.trim() === "" || line.startsWith("#")) continue;
    const [, name, raw] = /^([A-Za-z][\w-]*):[ \t]+(\S.*)$/.exec(line) ?? [];
    const value = raw === undefined ? undefined : plainValue(raw.trimEnd());
    if (name === undefined || value === undefined || fields.has(name)) return null;
    fields.set(name, value);
  }
  return fields;
}

/** Undefined for what has to be read by the rules of YAML. */
function plainValue(raw: string): unknown {
  if (raw === "true" || raw === "false") return raw === "true";
  const quoted = /^"([^"\\]*)"$|^'([^']*)'$/.exec(raw);
  if (quoted !== null) return quoted[1] ?? quoted[2];
  if (raw.startsWith("{")) return jsonValue(raw);
  // A sign of YAML, a comment, or what may be no text at all.
  if (/^[-?:,[\]{}#&*!|>'"%@`+.\d~]|[ \t]#|^(?:null|yes|no|on|off|true|false)$/i.test(raw)) return undefined;
  // `Use when: …` is no YAML without quotes, but many public skills have it, and it can mean one thing alone.
  return raw;
}

/**
 * The head with quotes around a text that has `: ` in it and none of YAML's signs before: without them all of it could not be
 * read, and what it means is plain.
 */
export function withQuotes(head: string): string {
  const lines = head.split("\n");
  const quoted = lines.map((line, at) => {
    const [, name = "", raw = ""] = /^([A-Za-z][\w-]*):[ \t]+([\p{L}\p{N}].*:[ \t].*)$/u.exec(line) ?? [];
    const isWhole = name !== "" && !/^[ \t]/.test(lines[at + 1] ?? "") && !/[ \t]#/.test(raw);
    return isWhole ? `${name}: ${JSON.stringify(raw.trimEnd())}` : line;
  });
  return quoted.join("\n");
}

function jsonValue(raw: string): unknown {
  if (isJsonTooDeep(raw, mostDepth)) return undefined;
  try {
    return JSON.parse(raw);
  } catch (cause) {
    if (cause instanceof SyntaxError) return undefined;
    throw cause;
  }
}
