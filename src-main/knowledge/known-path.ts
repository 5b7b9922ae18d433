import type { KnowledgeFile } from "../../src-preload/contract/window.ts";

/** A path of the knowledge, as a person may read it, and where it lies. */
export interface KnownPath {
  readonly path: string;
  readonly kind: KnowledgeFile["kind"];
  readonly readOnly: boolean;
  /** Below the workspace or the built-in skills, with `/`. */
  readonly inside: { readonly root: "workspace" | "skills"; readonly path: string };
}

/** In the order in which they are shown. */
export const fixedFiles: readonly (readonly [path: string, kind: KnowledgeFile["kind"]])[] = [
  ["memory/MEMORY.md", "memory"],
  ["memory/HISTORY.md", "memory"],
  ["SOUL.md", "persona"],
  ["USER.md", "persona"],
  ["AGENTS.md", "persona"],
  ["TOOLS.md", "persona"],
  ["IDENTITY.md", "persona"],
  ["HEARTBEAT.md", "heartbeat"],
];

/** What stands before the name of a skill that comes with the app. */
export const builtInPrefix = "built-in/";

/**
 * Letters of any script, blanks too. Starts with a letter or digit, so that no name is hidden or a way up, and ends as Windows
 * keeps it; its devices are none.
 */
const skillName =
  /^(?!(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$))[\p{L}\p{N}](?:[\p{L}\p{M}\p{N} ._()+&,'-]{0,98}[\p{L}\p{M}\p{N}_)+'-])?$/iu;
const skillFile = /^skill\.md$/i;

/** The closed list of what is knowledge; null for every other path of the workspace. */
export function knownPath(path: string): KnownPath | null {
  const fixed = fixedFiles.find(([name]) => name === path);
  if (fixed !== undefined) return { path, kind: fixed[1], readOnly: false, inside: { root: "workspace", path } };
  const [folder = "", name = "", file = "", more] = path.split("/");
  if (folder === "agents" && file === "AGENT.md" && more === undefined && skillName.test(name)) {
    return { path, kind: "agent", readOnly: false, inside: { root: "workspace", path } };
  }
  if (!skillFile.test(file) || more !== undefined || !skillName.test(name)) return null;
  if (folder === "skills") return { path, kind: "skill", readOnly: false, inside: { root: "workspace", path } };
  if (`${folder}/` !== builtInPrefix) return null;
  return { path, kind: "skill", readOnly: true, inside: { root: "skills", path: `${name}/${file}` } };
}

/** Whether a change of this path of the workspace can matter: it is knowledge, or a folder on the way to it. */
export function leadsToKnowledge(path: string): boolean {
  const [folder, name, ...rest] = path.split("/");
  if (name === undefined)
    return folder === "memory" || folder === "skills" || folder === "agents" || knownPath(path) !== null;
  if (folder !== "skills" && folder !== "agents") return knownPath(path) !== null;
  return skillName.test(name) && (rest.length === 0 || knownPath(path) !== null);
}
