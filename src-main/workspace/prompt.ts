import { join } from "node:path";
import type { PromptFacts, PromptPart, PromptSource } from "../agent/dependencies.ts";
import type { Host } from "../host.ts";
import type { FileSystem } from "../storage/file-system.ts";
import { systemCodeOf } from "../thrown.ts";
import { createKeptReader } from "./kept-reader.ts";

/** The files of the workspace that go into the prompt when the user changed them, in this order. */
const bootstrapFiles = ["IDENTITY.md", "SOUL.md", "USER.md", "AGENTS.md", "TOOLS.md", join("memory", "MEMORY.md")];
/** Characters of one file; what is longer is cut with a word about it. */
const maxFileChars = 20_000;

/**
 * The system prompt: identity, then the workspace files that differ from their templates, then the facts of the
 * session. Nothing in it changes with the clock, so that it is the same bytes from turn to turn.
 */
export function createPromptSource(host: Host, files: FileSystem, workspace: string): PromptSource {
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

  return {
    async parts(facts) {
      const prompt = join(host.paths.resources, "prompt", facts.compact ? "compact.md" : "identity.md");
      const [identity, ...own] = await Promise.all([
        template(prompt),
        ...(facts.compact ? [] : bootstrapFiles.map(bootstrap)),
      ]);
      return [{ name: "identity", text: identity.trim() }, ...own.flat(), sessionPart(facts, host, workspace)];
    },
  };
}

function sessionPart(facts: PromptFacts, host: Host, workspace: string): PromptPart {
  const lines = [
    `Work folder: ${facts.workFolder}`,
    ...(facts.compact ? [] : [`Your own notes and memory: ${workspace}`]),
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
