import { createHash } from "node:crypto";
import { parseBoundedJson } from "../../src-preload/contract/bounded-json.ts";
import type { ContractError } from "../../src-preload/contract/errors.ts";
import type { McpTarget } from "../../src-preload/contract/mcp.ts";
import { ownValue } from "../../src-preload/contract/own-value.ts";
import type { Result } from "../../src-preload/contract/result.ts";
import { z } from "../../src-preload/contract/zod.ts";
import { createLane } from "../bus/lane.ts";
import type { Log } from "../host.ts";
import { readRegular } from "../settings/read-regular.ts";
import { writeFileAtomic } from "../storage/atomic-file.ts";
import type { FileSystem } from "../storage/file-system.ts";
import { isMissing } from "../storage/storage-error.ts";
import type { ToolDefinition } from "./connection.ts";

const entrySchema = z.looseObject({
  /** Of what is started or asked: another program is another server. */
  target: z.string(),
  /** By the name of the tool. */
  tools: z.record(z.string(), z.string()),
});
const fileSchema = z.looseObject({ mcpServers: z.record(z.string(), entrySchema).prefault({}) });
type TrustFile = z.infer<typeof fileSchema>;

/** What `trust.json` says of the tools of servers: as they were when they were first seen, or last accepted. */
export interface McpTrust {
  /** Names of tools that are not as they were; a server that is new, or another program, is taken as it is. */
  changedSince(name: string, target: McpTarget, tools: readonly ToolDefinition[]): Promise<ReadonlySet<string>>;
  accept(name: string, target: McpTarget, tools: readonly ToolDefinition[]): Promise<Result<void, ContractError>>;
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

  async function save(file: TrustFile, name: string, entry: z.infer<typeof entrySchema> | null) {
    const { [name]: _, ...others } = file.mcpServers;
    const mcpServers = entry === null ? others : { ...others, [name]: entry };
    return writeFileAtomic(path, `${JSON.stringify({ ...file, mcpServers }, null, 2)}\n`, { files, mode: 0o600 });
  }

  return {
    changedSince: (name, target, tools) =>
      inTurn(async () => {
        const file = await load();
        if (file === null) return new Set(tools.map((tool) => tool.name));
        const known = ownValue(file.mcpServers, name);
        if (known?.target !== hashOf(target)) {
          const kept = await save(file, name, entryOf(target, tools));
          if (!kept.ok) log("warn", "the tools of a server were not remembered", { name, reason: kept.error.message });
          return new Set();
        }
        return new Set(
          tools.filter((tool) => ownValue(known.tools, tool.name) !== hashOfTool(tool)).map((tool) => tool.name),
        );
      }),
    accept: (name, target, tools) =>
      inTurn(async () => save((await load()) ?? fileSchema.parse({}), name, entryOf(target, tools))),
    forget: (name) =>
      inTurn(async () => {
        const file = await load();
        if (file !== null && ownValue(file.mcpServers, name) !== undefined) await save(file, name, null);
      }),
  };
}

function entryOf(target: McpTarget, tools: readonly ToolDefinition[]): z.infer<typeof entrySchema> {
  return {
    target: hashOf(target),
    tools: Object.fromEntries(tools.map((tool) => [tool.name, hashOfTool(tool)])),
  };
}

/** Of all that a model and a person are told of it. */
function hashOfTool({ name, title, description, inputSchema, annotations }: ToolDefinition): string {
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
