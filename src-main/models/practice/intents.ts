/** What a plain request asks for; the rows of the table in the design (first use without a key). */
export type Intent =
  | { readonly kind: "list"; readonly path: string }
  | { readonly kind: "read"; readonly path: string }
  | { readonly kind: "find"; readonly name: string }
  | { readonly kind: "search"; readonly words: string; readonly path: string }
  | { readonly kind: "write" | "append"; readonly content: string; readonly path: string }
  | { readonly kind: "replace"; readonly before: string; readonly after: string; readonly path: string }
  | { readonly kind: "run"; readonly command: string }
  | { readonly kind: "web-search"; readonly query: string }
  | { readonly kind: "fetch"; readonly url: string }
  /** The beginnings that the window offers. */
  | { readonly kind: "sum-up"; readonly path: string; readonly target: string }
  | { readonly kind: "list-to"; readonly path: string; readonly target: string }
  | { readonly kind: "plan"; readonly target: string }
  | { readonly kind: "remember" | "forget"; readonly fact: string }
  | { readonly kind: "memory" | "remind" | "unknown" }
  | { readonly kind: "fail" }
  | { readonly kind: "think"; readonly seconds: number }
  | { readonly kind: "say"; readonly words: number };

const open = "[\"'`“‘«]";
const close = "[\"'`”’»]";
/** A quoted text, which may hold anything, or a plain one without line ends. */
const quoted = (name: string) => `${open}(?<${name}>[\\s\\S]*?)${close}`;
const plain = (name: string) => `(?<${name}>[^\\n]+?)`;
const path = `(?:the )?(?:file |folder )?(?:${open}(?<quotedPath>[^\\n]+?)${close}|(?<path>[^\\n"'\`“”]+?))`;
const target = `(?:${open}(?<quotedTarget>[^\\n]+?)${close}|(?<target>[^\\n"'\`“”]+?))`;
const end = "\\s*(?:,?\\s*please)?\\s*[.!?]?\\s*(?:\\n|$)";

function rule(source: string): RegExp {
  return new RegExp(`^\\s*(?:(?:please|can you|could you)[, ]+)*${source}${end}`, "i");
}

type Groups = Readonly<Record<string, string | undefined>>;

function pathOf(groups: Groups): string {
  return (groups["quotedPath"] ?? groups["path"] ?? "").trim();
}

function targetOf(groups: Groups): string {
  return (groups["quotedTarget"] ?? groups["target"] ?? "").trim();
}

const contentThere = (groups: Groups) => groups["quote"] ?? groups["content"] ?? "";

/** The most specific first: a quoted content before a plain one. */
const rules: readonly (readonly [RegExp, (groups: Groups) => Intent])[] = [
  [rule(`read ${path} and write its main points to ${target}`), sumUpOf],
  [rule(`list the files (?:here|in ${path}) with their sizes and write them to ${target}`), listToOf],
  [rule(`write a short plan for this week to ${target}`), (groups) => ({ kind: "plan", target: targetOf(groups) })],
  [rule(`(?:list|show)(?: me)? (?:all )?(?:the |my )?(?:files|folder)(?: (?:in|of|inside) ${path})?`), listOf],
  [rule("ls"), listOf],
  [rule(`search the web for (?:${quoted("quote")}|${plain("words")})`), webSearchOf],
  [rule("fetch (?<url>[`<]?https?://\\S+?[`>]?)"), (groups) => ({ kind: "fetch", url: groups["url"] ?? "" })],
  [rule(`search (?:for )?${quoted("words")}(?: in ${path})?`), searchOf],
  [rule(`search for ${plain("words")}(?: in ${path})?`), searchOf],
  [rule(`replace ${quoted("before")} (?:with|by) ${quoted("after")} in ${path}`), replaceOf],
  [rule(`append ${quoted("quote")} to ${path}`), (groups) => contentIntent("append", groups)],
  [rule(`append ${plain("content")} to ${path}`), (groups) => contentIntent("append", groups)],
  [rule(`write ${quoted("quote")} (?:to|into) ${path}`), (groups) => contentIntent("write", groups)],
  [rule(`write ${plain("content")} (?:to|into) ${path}`), (groups) => contentIntent("write", groups)],
  [rule(`run (?:the command )?${quoted("command")}`), runOf],
  [rule(`run (?:the command )?${plain("command")}`), runOf],
  [
    rule(`think for ${"(?<count>\\d{1,4})"} ?s(?:ec(?:ond)?s?)?`),
    ({ count }) => ({ kind: "think", seconds: Number(count) }),
  ],
  [rule(`say ${"(?<count>\\d{1,6})"} words?`), ({ count }) => ({ kind: "say", words: Number(count) })],
  [rule("fail"), () => ({ kind: "fail" })],
  [rule("what do you remember(?: about [^\\n]+)?"), () => ({ kind: "memory" })],
  [rule(`remember(?: that)? ${plain("fact")}`), ({ fact = "" }) => ({ kind: "remember", fact })],
  [rule(`forget(?: that)? ${plain("fact")}`), ({ fact = "" }) => ({ kind: "forget", fact })],
  [rule("remind me [\\s\\S]+"), () => ({ kind: "remind" })],
  [rule(`read ${path}`), (groups) => ({ kind: "read", path: pathOf(groups) })],
  [rule(`find (?:the files? )?${path}`), (groups) => ({ kind: "find", name: pathOf(groups) })],
];

function listOf(groups: Groups): Intent {
  return { kind: "list", path: pathOf(groups) || "." };
}

function sumUpOf(groups: Groups): Intent {
  return { kind: "sum-up", path: pathOf(groups), target: targetOf(groups) };
}

function listToOf(groups: Groups): Intent {
  return { kind: "list-to", path: pathOf(groups) || ".", target: targetOf(groups) };
}

function searchOf(groups: Groups): Intent {
  return { kind: "search", words: groups["words"] ?? "", path: pathOf(groups) || "." };
}

function webSearchOf(groups: Groups): Intent {
  return { kind: "web-search", query: (groups["quote"] ?? groups["words"] ?? "").trim() };
}

function replaceOf(groups: Groups): Intent {
  return { kind: "replace", before: groups["before"] ?? "", after: groups["after"] ?? "", path: pathOf(groups) };
}

function contentIntent(kind: "write" | "append", groups: Groups): Intent {
  return { kind, content: contentThere(groups), path: pathOf(groups) };
}

function runOf(groups: Groups): Intent {
  return { kind: "run", command: (groups["command"] ?? "").trim() };
}

export function readIntent(text: string): Intent {
  for (const [pattern, make] of rules) {
    const found = pattern.exec(text);
    if (found !== null) return make(found.groups ?? {});
  }
  return { kind: "unknown" };
}
