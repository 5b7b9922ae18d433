import { createHash } from "node:crypto";
import { contractError } from "../../src-preload/contract/errors.ts";
import type { McpTarget } from "../../src-preload/contract/mcp.ts";
import { ownValue } from "../../src-preload/contract/own-value.ts";
import { type AsyncResult, fail, ok } from "../../src-preload/contract/result.ts";
import { z } from "../../src-preload/contract/zod.ts";
import type { Log } from "../host.ts";
import type { JsonFile } from "../storage/json-file.ts";
import { text } from "../words.ts";
import type { ToolDefinition } from "./connection.ts";

const entrySchema = z.looseObject({
  /** Of what is started or asked: another program is another server. */
  target: z.string(),
  /** By the name of the tool. */
  tools: z.record(z.string(), z.string()),
  /** Tools that the person lets run without asking, as they were then. */
  allowed: z.record(z.string(), z.string()).prefault({}),
});
const fileSchema = z.looseObject({ mcpServers: z.record(z.string(), entrySchema).prefault({}) });
type Entry = z.infer<typeof entrySchema>;
type TrustFile = z.infer<typeof fileSchema>;

/** Names of tools. */
interface TrustedTools {
  /** Not as they were; a server that is new, or another program, is taken as it is. */
  readonly changed: ReadonlySet<string>;
  /** The person has said that they may run without asking, and they are as they were then. */
  readonly allowed: ReadonlySet<string>;
}

/** What `trust.json` says of the tools of servers: as they were when they were first seen, accepted, or let run. */
export interface McpTrust {
  look(name: string, target: McpTarget, tools: readonly ToolDefinition[]): Promise<TrustedTools>;
  /** From now on these run without asking, or ask again. */
  allow(
    name: string,
    target: McpTarget,
    choice: { readonly tools: readonly ToolDefinition[]; readonly isAllowed: boolean },
  ): AsyncResult<void>;
  accept(name: string, target: McpTarget, tools: readonly ToolDefinition[]): AsyncResult<void>;
  forget(name: string): Promise<void>;
}

export interface TrustOptions {
  /** `trust.json`, which other features keep their parts in as well. */
  readonly file: JsonFile<Readonly<Record<string, unknown>>>;
  readonly log: Log;
}

export function createMcpTrust({ file, log }: TrustOptions): McpTrust {
  /** Null for a file that cannot be read as one: it is left as it is, and nothing is taken as known. */
  async function load(): Promise<TrustFile | null> {
    const read = await file.read();
    const parsed = read.ok ? fileSchema.safeParse(read.value) : null;
    if (parsed?.success === true) return parsed.data;
    const reason = read.ok ? String(parsed?.error) : read.error.message;
    log("warn", "trust.json cannot be read and is left as it is", { reason });
    return null;
  }

  /** Changes the entry of one server as one step; null removes it, and what is not known stays so. */
  function save(name: string, change: (known: Entry | undefined) => Entry | null) {
    return file.update((content) => {
      const { mcpServers } = fileSchema.parse(content);
      const { [name]: _, ...others } = mcpServers;
      const entry = change(ownValue(mcpServers, name));
      return { ...content, mcpServers: entry === null ? others : { ...others, [name]: entry } };
    });
  }

  return {
    async look(name, target, tools) {
      const content = await load();
      if (content === null) return { changed: new Set(tools.map((tool) => tool.name)), allowed: new Set() };
      const known = knownAs(target, ownValue(content.mcpServers, name));
      if (known === null) {
        const kept = await save(name, () => entryOf(target, tools));
        if (!kept.ok) log("warn", "the tools of a server were not remembered", { name, reason: kept.error.message });
        return { changed: new Set(), allowed: new Set() };
      }
      const isAsIn = (list: Entry["tools"], tool: ToolDefinition): boolean =>
        ownValue(list, tool.name) === fingerprintOf(tool);
      const namesOf = (some: readonly ToolDefinition[]) => new Set(some.map((tool) => tool.name));
      return {
        changed: namesOf(tools.filter((tool) => !isAsIn(known.tools, tool))),
        allowed: namesOf(tools.filter((tool) => isAsIn(known.allowed, tool))),
      };
    },
    async accept(name, target, tools) {
      const kept = await save(name, (known) => ({
        ...entryOf(target, tools),
        allowed: knownAs(target, known)?.allowed ?? {},
      }));
      return kept.ok ? ok(undefined) : kept;
    },
    async allow(name, target, { tools, isAllowed }) {
      const content = await load();
      if (content === null || knownAs(target, ownValue(content.mcpServers, name)) === null) {
        return fail(contractError("conflict", text("mcp.notSeen")));
      }
      const names = new Set(tools.map((tool) => tool.name));
      const added = isAllowed ? tools.map((tool) => [tool.name, fingerprintOf(tool)] as const) : [];
      const kept = await save(name, (before) => {
        const known = knownAs(target, before) ?? entryOf(target, []);
        const others = Object.entries(known.allowed).filter(([tool]) => !names.has(tool));
        return { ...known, allowed: Object.fromEntries([...others, ...added]) };
      });
      return kept.ok ? ok(undefined) : kept;
    },
    async forget(name) {
      const content = await load();
      if (content !== null && ownValue(content.mcpServers, name) !== undefined) await save(name, () => null);
    },
  };
}

/** What is known of this program or address; of another one under its name nothing is. */
function knownAs(target: McpTarget, entry: Entry | undefined): Entry | null {
  return entry?.target === hashOf(target) ? entry : null;
}

function entryOf(target: McpTarget, tools: readonly ToolDefinition[]): Entry {
  return {
    target: hashOf(target),
    tools: Object.fromEntries(tools.map((tool) => [tool.name, fingerprintOf(tool)])),
    allowed: {},
  };
}

/** Of all that a model and a person are told of it. */
export function fingerprintOf({ name, title, description, inputSchema, annotations }: ToolDefinition): string {
  return hashOf({ name, title, description, inputSchema, annotations });
}

function hashOf(value: unknown): string {
  return createHash("sha256")
    .update(JSON.stringify(sorted(value)))
    .digest("hex");
}

/** The order of fields says nothing. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(fields.map(([key, inner]) => [key, sorted(inner)]));
}
