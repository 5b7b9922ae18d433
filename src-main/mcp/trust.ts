import { createHash } from "node:crypto";
import { parseBoundedJson } from "../../src-preload/contract/bounded-json.ts";
import { contractError } from "../../src-preload/contract/errors.ts";
import type { McpTarget } from "../../src-preload/contract/mcp.ts";
import { ownValue } from "../../src-preload/contract/own-value.ts";
import { type AsyncResult, fail } from "../../src-preload/contract/result.ts";
import { z } from "../../src-preload/contract/zod.ts";
import { createLane } from "../bus/lane.ts";
import type { Log } from "../host.ts";
import { readRegular } from "../settings/read-regular.ts";
import { writeFileAtomic } from "../storage/atomic-file.ts";
import type { FileSystem } from "../storage/file-system.ts";
import { isMissing } from "../thrown.ts";
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
  readonly path: string;
  readonly files: FileSystem;
  readonly log: Log;
}

export function createMcpTrust({ path, files, log }: TrustOptions): McpTrust {
  /** One after the other: each reads what the one before has written. */
  const inTurn = createLane();

  /** Null for a file that cannot be read as one: it is left as it is, and nothing is taken as known. */
  async function load(): Promise<TrustFile | null> {
    try {
      return fileSchema.parse(parseBoundedJson(await readRegular(files, path)));
    } catch (cause) {
      if (isMissing(cause)) return fileSchema.parse({});
      log("warn", "trust.json cannot be read and is left as it is", { reason: String(cause) });
      return null;
    }
  }

  async function save(file: TrustFile, name: string, entry: Entry | null) {
    const { [name]: _, ...others } = file.mcpServers;
    const mcpServers = entry === null ? others : { ...others, [name]: entry };
    return writeFileAtomic(path, `${JSON.stringify({ ...file, mcpServers }, null, 2)}\n`, { files, mode: 0o600 });
  }

  return {
    look: (name, target, tools) =>
      inTurn(async () => {
        const file = await load();
        if (file === null) return { changed: new Set(tools.map((tool) => tool.name)), allowed: new Set() };
        const known = knownAs(target, ownValue(file.mcpServers, name));
        if (known === null) {
          const kept = await save(file, name, entryOf(target, tools));
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
      }),
    accept: (name, target, tools) =>
      inTurn(async () => {
        const file = (await load()) ?? fileSchema.parse({});
        const allowed = knownAs(target, ownValue(file.mcpServers, name))?.allowed ?? {};
        return save(file, name, { ...entryOf(target, tools), allowed });
      }),
    allow: (name, target, { tools, isAllowed }) =>
      inTurn(async () => {
        const file = await load();
        const known = file === null ? null : knownAs(target, ownValue(file.mcpServers, name));
        if (file === null || known === null) return fail(contractError("conflict", text("mcp.notSeen")));
        const names = new Set(tools.map((tool) => tool.name));
        const others = Object.entries(known.allowed).filter(([tool]) => !names.has(tool));
        const added = isAllowed ? tools.map((tool) => [tool.name, fingerprintOf(tool)] as const) : [];
        return save(file, name, { ...known, allowed: Object.fromEntries([...others, ...added]) });
      }),
    forget: (name) =>
      inTurn(async () => {
        const file = await load();
        if (file !== null && ownValue(file.mcpServers, name) !== undefined) await save(file, name, null);
      }),
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
