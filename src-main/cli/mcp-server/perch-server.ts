import { type CallToolResult, McpServer, type ServerContext } from "@modelcontextprotocol/server";
import { z } from "../../../src-preload/contract/zod.ts";
import type { Host } from "../../host.ts";
import { reasonOf } from "../../thrown.ts";
import { ask } from "./ask-tool.ts";
import type { HomeLine, SharedHome } from "./home-line.ts";
import { addMemory, listChats, readMemory, searchChats } from "./look-tools.ts";
import { failed } from "./tool-answers.ts";

export interface PerchServerOptions {
  readonly line: HomeLine;
  readonly version: string;
  /** Absolute; where a new chat works. Null: in the folder that Perch has for new chats. */
  readonly startFolder: string | null;
  /** Why a chat may not work in a folder, as a sentence; null where it may. */
  readonly problemOfFolder: (folder: string) => Promise<string | null>;
  readonly host: Pick<Host, "createId" | "setTimer">;
}

const words = z.string().trim().min(1).max(1000);
const limit = z.number().int().min(1).max(100).default(20);
const looks = { readOnlyHint: true, openWorldHint: false };

/** Perch for other programs; connect it to a transport. */
export function createPerchServer({ line, version, ...place }: PerchServerOptions): McpServer {
  const server = new McpServer({ name: "perch", title: "Perch", version }, { instructions });
  const withHome = async (work: (home: SharedHome) => Promise<CallToolResult>): Promise<CallToolResult> => {
    const opened = await line.open();
    if (!opened.ok) return failed(opened.error.message);
    try {
      return await work(opened.value);
    } catch (cause) {
      return failed(reasonOf(cause));
    }
  };
  server.registerTool(
    "ask",
    {
      title: "Ask Perch",
      description:
        "Gives Perch a task in a folder of this computer and waits for its answer. What it may not do by itself its person decides. The result names the chat: give it to go on there.",
      inputSchema: z.object({
        question: z.string().trim().min(1).max(200_000),
        chat: z.string().max(200).optional().describe("A chat of an earlier result, to go on with"),
        folder: z.string().max(4096).optional().describe("Absolute path of the folder that a new chat works in"),
      }),
      annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: true },
    },
    (question, context: ServerContext) =>
      withHome((home) => ask(question, { home, ...place, context, canElicit: canElicit(server) })),
  );
  server.registerTool(
    "list_chats",
    {
      title: "List chats",
      description: "The chats of Perch, the newest first.",
      inputSchema: z.object({ words: words.optional().describe("Words of their titles"), limit }),
      annotations: looks,
    },
    ({ words: query, limit: most }) => withHome(({ connection }) => listChats(connection, query, most)),
  );
  server.registerTool(
    "search_chats",
    {
      title: "Search chats",
      description: "What was said in the chats of Perch, by words.",
      inputSchema: z.object({ words, limit }),
      annotations: looks,
    },
    ({ words: query, limit: most }) => withHome(({ connection }) => searchChats(connection, query, most)),
  );
  server.registerTool(
    "read_memory",
    {
      title: "Read the memory",
      description: "What Perch knows of its person: MEMORY.md.",
      inputSchema: z.object({}),
      annotations: looks,
    },
    () => withHome(({ connection }) => readMemory(connection)),
  );
  server.registerTool(
    "add_memory",
    {
      title: "Add to the memory",
      description: "Proposes a lasting fact for the memory. Its person decides about it in Perch.",
      inputSchema: z.object({ fact: z.string().trim().min(1).max(600) }),
      annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
    },
    ({ fact }) => withHome(({ connection }) => addMemory(connection, fact)),
  );
  return server;
}

function canElicit({ server }: McpServer): boolean {
  return server.getClientCapabilities()?.elicitation !== undefined;
}

const instructions =
  "Perch is an assistant that works in folders of this computer, remembers, and asks its person before it matters.";
