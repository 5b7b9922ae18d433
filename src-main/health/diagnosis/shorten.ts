/** Folders whose paths are told by a word, and words that somebody chose: titles, names of jobs and servers. */
export interface ToShorten {
  /** PERCH_HOME. */
  readonly data: string;
  readonly userHome: string;
  /** Where Perch itself lies. */
  readonly app: string;
  /** Of no use to a stranger, and nobody's business. */
  readonly words: readonly string[];
}

/** Longer texts say no more. */
const mostChars = 600;
/** A word so short stands in other words. */
const leastWordChars = 3;

/** Takes out of a text what names files, quotes somebody, or was chosen by the person; what is left is the program's own. */
export function createShortener({ data, userHome, app, words }: ToShorten): (text: string) => string {
  const chosen = [...new Set(words.map((word) => word.trim()))]
    .filter((word) => word.length >= leastWordChars)
    .toSorted((a, b) => b.length - a.length);
  const pattern = chosen.length === 0 ? null : new RegExp(chosen.map(escaped).join("|"), "giu");
  const folders = [
    [app, "‹app›"],
    [data, "‹data›"],
    [userHome, "~"],
  ] as const;
  return (text) => {
    // What is cut off is gone before anything is looked for: half of a quoted text has no end.
    const named = folders.reduce((rest, [folder, word]) => replaceFolder(rest, folder, word), text);
    const own = pattern === null ? named : named.replace(pattern, "…");
    return withoutPaths(withoutNames(withoutQuotes(own))).slice(0, mostChars);
  };
}

function replaceFolder(text: string, folder: string, word: string): string {
  return folder.length < 2 ? text : text.replaceAll(`file://${folder}`, word).replaceAll(folder, word);
}

/** Quotes of every kind, and an object or a list of JSON: what a program quotes it was given. */
function withoutQuotes(text: string): string {
  return text
    .replace(/"(?:[^"\\]|\\.)*(?:"|$)/gs, "“…”")
    .replace(/“[^”]*(?:”|$)/gs, "“…”")
    .replace(/«[^»]*(?:»|$)/gs, "“…”")
    .replace(/‘[^’]*’/gs, "“…”")
    .replace(/`[^`]*(?:`|$)/gs, "“…”")
    .replace(/(^|[\s(:,])'[^']*(?:'|$)/gs, "$1“…”")
    .replace(/[{[][^\n]{2,}[}\]]/g, "{…}");
}

/** Hosts of the person's own, who somebody is, and what has a value: other programs write them on their error output. */
function withoutNames(text: string): string {
  return text
    .replace(/[^\s@“”…]+@[^\s@“”…]+/g, "[mail]")
    .replace(/\b([\w-]{1,40})=\S+/g, "$1=…")
    .replace(/\b(?!127\.|0\.0\.0\.0)\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?\b/g, "[host]")
    .replace(hostName, (name) => (knownHosts.test(name) || ownFiles.test(name) ? name : "[host]"));
}

const hostName = /(?<![\w.·/\\])(?:[\p{L}\p{N}_-]+\.)+\p{L}{2,}(?::\d+)?(?![\w.·])/gu;
/** Of public services, which tell nothing of the person. */
const knownHosts =
  /(?:^|\.)(?:openai|anthropic|googleapis|openrouter|groq|mistral|deepseek|x|together|nvidia|github)\.(?:com|ai|xyz)$/i;
const ownFiles = /\.(?:json|jsonl|md|db|zip|sock|lock|[cm]?[jt]s|html|csv|txt)$/i;

/** Any sign may be in a name: a path goes on to the end of its line, or to the system's word for what is wrong with it. */
const rest = "[^\\n]*?(?=: E[A-Z]{3,}\\b|\\n|$)";
const ofData = new RegExp(`‹data›[\\\\/]?([\\w.-]*)${rest}`, "g");
const ofApp = /‹app›((?:[\\/][\w.-]+)*)/g;
const ofDrive = new RegExp(`(?:\\b[A-Za-z]:[\\\\/]|\\\\\\\\|~[\\\\/])${rest}`, "g");
const ofRoot = new RegExp(`(?<![\\w/.·])/(?!/)(?=\\S)${rest}`, "g");

/** Of paths in Perch's data the first name stays, of those in the app all, which a stranger has too; of all others none. */
function withoutPaths(text: string): string {
  return text
    .replace(ofData, "data:$1")
    .replace(ofApp, (_, kept: string) => `app:${kept.replaceAll(/[\\/]/g, "·")}`)
    .replace(ofDrive, "[path]")
    .replace(ofRoot, "[path]");
}

function escaped(word: string): string {
  return word.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}
