import type { RemoteTool } from "../tools/remote-tool.ts";
import type { ToolResult } from "../tools/tool.ts";
import { text } from "../words.ts";
import type { OfferReader } from "./offers.ts";
import type { Server } from "./server.ts";

interface ResourceParts {
  /** The tools of the servers; the same list until something changes. */
  readonly tools: () => readonly RemoteTool[];
  readonly servers: () => readonly Server[];
  readonly offers: Pick<OfferReader, "readResource">;
}

const toolName = "read_resource";

/**
 * The tools of the servers, and for each server that has resources and offers tools one more, with which a model reads them. A server
 * that has such a tool itself keeps its own. It asks like every other of them, each time.
 */
export function withResourceTools({ tools, servers, offers }: ResourceParts): () => readonly RemoteTool[] {
  let made: { readonly of: readonly RemoteTool[]; readonly all: readonly RemoteTool[] } | null = null;
  return () => {
    const own = tools();
    if (made?.of !== own) made = { of: own, all: allOf(own, servers(), offers) };
    return made.all;
  };
}

function allOf(
  own: readonly RemoteTool[],
  servers: readonly Server[],
  offers: ResourceParts["offers"],
): readonly RemoteTool[] {
  const ids = new Set(own.map(({ id }) => id));
  const added = servers.flatMap((server) => {
    const like = own.find((tool) => tool.server === server.name);
    if (like === undefined || !server.hasResources) return [];
    const id = `mcp_${server.name}_${toolName}`.replace(/[^A-Za-z0-9_-]/g, "_");
    return ids.has(id) || id.length > 64 ? [] : [resourceTool(id, like, { server, offers })];
  });
  return added.length === 0 ? own : [...own, ...added];
}

interface Read extends Pick<ResourceParts, "offers"> {
  readonly server: Server;
}

/** Of the same server as this one. */
function resourceTool(id: string, like: RemoteTool, { server, offers }: Read): RemoteTool {
  return {
    ...like,
    id,
    title: text("mcp.resource.title"),
    description: `Reads a resource of ${server.name}. Without a uri it lists what there is.`,
    parameters: { type: "object", properties: { uri: { type: "string" } } },
    effect: "read",
    isIdempotent: true,
    isChanged: false,
    mayRun: false,
    async call({ uri }, { sessionKey, signal }): Promise<ToolResult> {
      if (typeof uri !== "string" || uri === "") return { kind: "done", content: await listOf(server) };
      const read = await offers.readResource({ server: server.name, uri, sessionKey }, signal);
      if (!read.ok) return { kind: "failed", message: read.error };
      const { text: words, media, unread } = read.value;
      const content = [words, ...unread].filter((part) => part !== "").join("\n\n");
      return { kind: "done", content, ...(media.length === 0 ? {} : { media }) };
    },
  };
}

async function listOf(server: Server): Promise<string> {
  const { resources } = await server.offers.list();
  if (resources.length === 0) return "It has no resources that can be listed; one whose address is known can be read.";
  return resources
    .map(({ uri, title, description }) => [uri, title, description].filter((part) => part !== "").join(" - "))
    .join("\n");
}
