import type { ChatCommand } from "../../../src-preload/contract/chat-commands.ts";
import type { SessionKey } from "../../../src-preload/contract/ids.ts";
import type { McpPrompt, McpResource } from "../../../src-preload/contract/mcp-offers.ts";
import { chatMention, resourceMention } from "../../../src-preload/contract/mentions.ts";
import { promptName } from "../../../src-preload/contract/prompt-call.ts";
import type { SessionSummary } from "../../../src-preload/contract/session.ts";
import type { SkillRow } from "../../../src-preload/contract/skills.ts";
import { matchName } from "../../ui/match.ts";

/** What completes the word at the caret. */
export type Suggestion =
  | { readonly kind: "file"; readonly path: string }
  | { readonly kind: "folder"; readonly path: string }
  | { readonly kind: "chat"; readonly written: string; readonly title: string; readonly updatedAt: number }
  | { readonly kind: "resource"; readonly written: string; readonly resource: McpResource }
  | { readonly kind: "command"; readonly name: ChatCommand }
  | { readonly kind: "skill"; readonly name: string; readonly sign: "/" | "$"; readonly about: string }
  | { readonly kind: "prompt"; readonly written: string; readonly prompt: McpPrompt };

/** At most so many of each. */
const most = { file: 6, folder: 2, chat: 4, resource: 4, prompt: 8 } as const;

interface Scored {
  readonly item: Suggestion;
  readonly score: number;
}

function best(found: readonly Scored[], limit: number): readonly Suggestion[] {
  return found
    .toSorted((a, b) => b.score - a.score)
    .slice(0, limit)
    .map(({ item }) => item);
}

/** The best of several names of one thing. */
function scoreOf(names: readonly string[], typed: string): number | null {
  const scores = names.flatMap((name) => matchName(name, typed)?.score ?? []);
  return scores.length === 0 ? null : Math.max(...scores);
}

function scored(item: Suggestion, names: readonly string[], typed: string): readonly Scored[] {
  const score = scoreOf(names, typed);
  return score === null ? [] : [{ item, score }];
}

/** Files of the last answer that still fit, and folders that hold them where one was typed of. */
export function filesFor(paths: readonly string[], typed: string): readonly Suggestion[] {
  const files = paths.flatMap((path) => scored({ kind: "file", path }, [path], typed));
  const all = paths.flatMap((path) => path.split("/").map((_, at, parts) => parts.slice(0, at).join("/")));
  const folders = typed === "" ? [] : [...new Set(all)].filter((path) => path !== "");
  const fitting = folders.flatMap((path) => scored({ kind: "folder", path }, [`${path}/`], typed));
  return [...best(files, most.file), ...best(fitting, most.folder)];
}

/** The newest first where nothing is typed. `own`: the chat that is open. */
export function chatsFor(rows: readonly SessionSummary[], typed: string, own: SessionKey): readonly Suggestion[] {
  const titles = new Map<string, number>();
  for (const { title } of rows) titles.set(title, (titles.get(title) ?? 0) + 1);
  const words = typed.replace(/^chat:"?/, "");
  const found = rows
    .filter(({ key, title }) => key !== own && title !== "")
    .flatMap(({ key, title, updatedAt }) => {
      const written = chatMention({ key, title, isAlone: titles.get(title) === 1 });
      return scored({ kind: "chat", written, title, updatedAt }, [title], words);
    });
  return best(found, most.chat);
}

export function resourcesFor(resources: readonly McpResource[], typed: string): readonly Suggestion[] {
  const found = resources.flatMap((resource) => {
    const { server, uri, title } = resource;
    const written = resourceMention(server, uri);
    return written === null ? [] : scored({ kind: "resource", written, resource }, [title, `${server}:${uri}`], typed);
  });
  return best(found, most.resource);
}

/** Those whose name or title fits what stands behind the slash. */
export function promptsFor(prompts: readonly McpPrompt[], typed: string): readonly Suggestion[] {
  const found = prompts.flatMap((prompt) => {
    const { server, name, title } = prompt;
    const written = promptName(server, name);
    if (written === null || written.slice(1).toLowerCase() === typed) return [];
    return scored({ kind: "prompt", written, prompt }, [`${server}:${name}`, name, title], typed);
  });
  return best(found, most.prompt);
}

/** Those that begin with what is typed, and are not wholly there yet. A command goes before a skill of its name. */
export function skillsFor(rows: readonly SkillRow[], typed: string, sign: "/" | "$"): readonly Suggestion[] {
  return rows
    .filter(({ name, isShadowed }) => name.startsWith(typed) && name !== typed && !(sign === "/" && isShadowed))
    .map(({ name, description }) => ({ kind: "skill", name, sign, about: description }));
}

/** What tells it from every other. */
export function keyOfSuggestion(item: Suggestion): string {
  switch (item.kind) {
    case "file":
    case "folder":
      return `${item.kind} ${item.path}`;
    case "command":
    case "skill":
      return `${item.kind} ${item.name}`;
    case "chat":
    case "resource":
    case "prompt":
      return `${item.kind} ${item.written}`;
    default: {
      const never: never = item;
      return never;
    }
  }
}
