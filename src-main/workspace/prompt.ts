import { join } from "node:path";
import { isPrivateKey } from "../../src-preload/contract/session-key.ts";
import type { PromptFacts, PromptPart, PromptSource } from "../agent/dependencies.ts";
import type { Host } from "../host.ts";
import type { FileSystem } from "../storage/file-system.ts";
import { isBelow } from "../storage/is-below.ts";
import { createKeptReader } from "../storage/kept-reader.ts";
import { isMissing, systemCodeOf } from "../thrown.ts";

/** The files of the workspace that go into the prompt when the user changed them, in this order. */
const bootstrapFiles = ["IDENTITY.md", "SOUL.md", "USER.md", "AGENTS.md", "TOOLS.md", join("memory", "MEMORY.md")];
/** Those of them that say who Perch is, and nothing of its user: what a private chat gets. */
const ownFiles = ["IDENTITY.md", "SOUL.md"];
/** What a folder tells the agents that work in it. */
const folderFile = "AGENTS.md";
const maxFileBytes = 1024 * 1024;
/** Characters of one file; what is longer is cut with a word about it. */
const maxFileChars = 20_000;

interface PromptOptions {
  readonly host: Host;
  readonly files: FileSystem;
  readonly workspace: string;
  /** Whether the person trusts what lies in this folder (resolved). */
  readonly trusts: (folder: string) => Promise<boolean>;
  /** What a model hears of the skills, or of those alone that a chat has. */
  readonly skills: (only: ReadonlySet<string> | null) => Promise<readonly PromptPart[]>;
}

/**
 * The system prompt: identity, then the workspace files that differ from their templates, then what a trusted work folder
 * says of itself (AGENTS.md), then the skills, then the facts of the session. Nothing in it changes with the clock, so that it is the same bytes from turn to turn.
 */
export function createPromptSource({ host, files, workspace, trusts, skills }: PromptOptions): PromptSource {
  const templates = new Map<string, Promise<string>>();
  const readKept = createKeptReader(files, host);

  async function read(path: string): Promise<string> {
    try {
      return await readKept(path);
    } catch (cause) {
      if (systemCodeOf(cause) !== "ENOENT") {
        host.log("warn", "a prompt file could not be read", { path, reason: String(cause) });
      }
      return "";
    }
  }

  function template(path: string): Promise<string> {
    const known = templates.get(path) ?? read(path);
    templates.set(path, known);
    return known;
  }

  async function bootstrap(name: string): Promise<readonly PromptPart[]> {
    const [own, given] = await Promise.all([
      read(join(workspace, name)),
      template(join(host.paths.resources, "workspace", name)),
    ]);
    if (own.trim() === "" || plain(own) === plain(given)) return [];
    const title = name.replaceAll("\\", "/");
    return [{ name: title, text: `<file name="${title}">\n${cap(own.trim())}\n</file>` }];
  }

  /** A link that leads out of the folder, or a file that is no note, tells nothing. */
  async function ofFolder(workFolder: string): Promise<readonly PromptPart[]> {
    try {
      const folder = await files.realpath(workFolder);
      const path = await files.realpath(join(folder, folderFile));
      if (!isBelow(path, folder) || !(await trusts(folder))) return [];
      const stats = await files.stat(path);
      if (!stats.isFile() || stats.size > maxFileBytes) return [];
      const said = (await readKept(path)).trim();
      return said === ""
        ? []
        : [
            {
              name: `folder/${folderFile}`,
              text: `<file name="${folderFile} of the work folder">\n${cap(said)}\n</file>`,
            },
          ];
    } catch (cause) {
      if (!isMissing(cause))
        host.log("warn", "a folder's notes could not be read", { workFolder, reason: String(cause) });
      return [];
    }
  }

  return {
    async parts(facts) {
      const prompt = join(host.paths.resources, "prompt", facts.compact ? "compact.md" : "identity.md");
      const [identity, ...own] = await Promise.all([
        template(prompt),
        ...(facts.compact
          ? []
          : [...filesFor(facts).map(bootstrap), ofFolder(facts.workFolder), skills(facts.onlySkills)]),
      ]);
      return [...identityParts(identity.trim(), facts.profile), ...own.flat(), sessionPart(facts, host, workspace)];
    },
  };
}

/** A private chat gets nothing that is known of the user, and a profile is somebody else than Perch. */
function filesFor({ sessionKey, profile }: PromptFacts): readonly string[] {
  const ofChat = isPrivateKey(sessionKey) ? ownFiles : bootstrapFiles;
  return profile === null ? ofChat : ofChat.filter((name) => !ownFiles.includes(name));
}

/** The first paragraph of the prompt's file says who Perch is: a profile takes its place, and how it works stays. */
function identityParts(identity: string, profile: PromptFacts["profile"]): readonly PromptPart[] {
  if (profile === null) return [{ name: "identity", text: identity }];
  const rules = identity.slice(identity.indexOf("\n\n") + 2);
  return [
    { name: `agents/${profile.name}/AGENT.md`, text: cap(profile.prompt) },
    { name: "identity", text: rules },
  ];
}

function sessionPart(facts: PromptFacts, host: Host, workspace: string): PromptPart {
  const lines = [
    `Work folder: ${facts.workFolder}`,
    ...(facts.compact || isPrivateKey(facts.sessionKey) ? [] : [`Your own notes and memory: ${workspace}`]),
    `System: ${host.platform}`,
  ];
  return { name: "session", text: lines.join("\n") };
}

function plain(content: string): string {
  return content.replaceAll("\r\n", "\n").trim();
}

function cap(content: string): string {
  if (content.length <= maxFileChars) return content;
  return `${content.slice(0, maxFileChars)}\n[cut: ${content.length - maxFileChars} more characters]`;
}
