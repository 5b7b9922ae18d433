import type { McpDraft, McpProfile } from "../../src-preload/contract/mcp.ts";
import type { RouteCall } from "../../src-preload/contract/routes.ts";

/** A variable or a header that is being entered. */
export interface DraftValue {
  readonly id: number;
  /** Its name is typed here, not read. */
  readonly isNew: boolean;
  readonly name: string;
  /** What stands before the value whatever is typed: `Bearer `. */
  readonly prefix: string;
  readonly value: string;
  /** What was written in its place: `<YOUR_TOKEN>`; "" where nothing was. */
  readonly hint: string;
}

/** A server that is looked at before it is added; what is of the other kind is kept while one of them is shown. */
export interface ServerDraft {
  readonly name: string;
  readonly kind: "command" | "address";
  readonly command: string;
  /** One a line. */
  readonly args: string;
  readonly cwd: string;
  readonly url: string;
  readonly values: readonly DraftValue[];
  readonly reach: ReachDraft;
}

/** What a program may reach, as it is typed. */
export interface ReachDraft {
  /** In the sandbox. */
  readonly isOn: boolean;
  /** One a line. */
  readonly hosts: string;
  readonly folders: string;
}

export function reachDraftOf({ mode, hosts, folders }: McpProfile): ReachDraft {
  return { isOn: mode === "on", hosts: hosts.join("\n"), folders: folders.join("\n") };
}

/** What is sent of it. */
export function profileOf({ isOn, hosts, folders }: ReachDraft): RouteCall<"mcp.save">["sandbox"] {
  return { mode: isOn ? "on" : "off", hosts: readLines(hosts), folders: readLines(folders) };
}

export const emptyDraft: ServerDraft = {
  name: "",
  kind: "command",
  command: "",
  args: "",
  cwd: "",
  url: "",
  values: [],
  reach: { isOn: true, hosts: "", folders: "" },
};

/** What stands for a value that the person has to enter: `<YOUR_TOKEN>`, `your-key-here`, `xxxx`. */
const placeholders: readonly RegExp[] = [
  /^<[^<>]+>$/,
  /^\[[^[\]]+\]$/,
  /^\{\{[^{}]+\}\}$/,
  /^\$\{input:[^{}]+\}$/,
  /^your[-_ ]/i,
  /[-_ ]here$/i,
  /^(insert|enter|replace|add|paste)[-_ ]/i,
  /^(x{3,}|\*{3,}|\.{3,}|…)$/i,
  /^(change[-_]?me|todo|placeholder|secret|token|api[-_]?key)$/i,
  /^[a-z]{1,4}[-_](x{3,}|\.{3}|…|your)/i,
];

export function isPlaceholder(value: string): boolean {
  return placeholders.some((pattern) => pattern.test(value.trim()));
}

const scheme = /^(bearer|basic|token)\s+/i;

function draftValue(name: string, given: string, id: number): DraftValue {
  const prefix = scheme.exec(given)?.[0] ?? "";
  const rest = given.slice(prefix.length);
  const common = { id, isNew: false, name };
  if (isPlaceholder(rest)) return { ...common, prefix, value: "", hint: rest };
  return { ...common, prefix: "", value: given, hint: "" };
}

/** What was pasted, with the values that are none left empty. */
export function draftOf({ name, target, values }: McpDraft): ServerDraft {
  const own = Object.entries(values).map(([key, value], id) => draftValue(key, value, id));
  const common = { ...emptyDraft, name, kind: target.kind, values: own };
  if (target.kind === "address") return { ...common, url: target.url };
  return { ...common, command: target.command, args: target.args.join("\n"), cwd: target.cwd ?? "" };
}

/** An argument a line, so that spaces belong to it and nothing needs quotes. */
export function readLines(lines: string): string[] {
  return lines
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

/** What is sent of it; a value that was left empty is left out. */
export function saveOf({ name, kind, command, args, cwd, url, values, reach }: ServerDraft): RouteCall<"mcp.save"> {
  const entered = values.filter(({ name: key, value }) => key.trim() !== "" && value.trim() !== "");
  return {
    name: name.trim(),
    isNew: true,
    target:
      kind === "address"
        ? { kind, url: url.trim() }
        : { kind, command: command.trim(), args: readLines(args), cwd: cwd.trim() === "" ? null : cwd.trim() },
    ...(kind === "address" ? {} : { sandbox: profileOf(reach) }),
    values: Object.fromEntries(entered.map((one) => [one.name.trim(), wholeValue(one)])),
  };
}

function wholeValue({ prefix, value }: DraftValue): string {
  const typed = value.trim();
  return typed.toLowerCase().startsWith(prefix.toLowerCase()) ? typed : `${prefix}${typed}`;
}

/** What must be there is. */
export function isWhole({ name, kind, command, url }: ServerDraft): boolean {
  return name.trim() !== "" && (kind === "address" ? url : command).trim() !== "";
}
