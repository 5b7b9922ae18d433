import { createServer, type IncomingMessage } from "node:http";
import { portOf } from "../port-of.ts";

/** Servers at addresses of loopback that have as many tools as a test says, each with a schema of its own. */
export interface Crowd extends AsyncDisposable {
  /** As config.json names them: `crowd0` and so on. */
  readonly settings: Readonly<Record<string, object>>;
  /** Names of the tools that were called, in order. */
  readonly called: readonly string[];
}

interface Question {
  readonly id?: number | string;
  readonly method: string;
  readonly params?: { readonly name?: string };
}

export async function startCrowd(servers: number, toolsEach: number): Promise<Crowd> {
  const called: string[] = [];
  const listener = createServer(async (request, response) => {
    const question = await questionOf(request);
    if (question?.id === undefined) return void response.writeHead(question === null ? 405 : 202).end();
    const answer = answerTo(question, request.url ?? "", toolsEach);
    if (question.method === "tools/call") called.push(question.params?.name ?? "");
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ jsonrpc: "2.0", id: question.id, ...answer }));
  });
  await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
  const base = `http://127.0.0.1:${portOf(listener)}`;
  return {
    called,
    settings: Object.fromEntries(
      Array.from({ length: servers }, (_, index) => [`crowd${index}`, { url: `${base}/${index}` }]),
    ),
    async [Symbol.asyncDispose]() {
      listener.closeAllConnections();
      await new Promise((resolve) => listener.close(resolve));
    },
  };
}

async function questionOf(request: IncomingMessage): Promise<Question | null> {
  let body = "";
  for await (const chunk of request) body += chunk;
  return body === "" ? null : JSON.parse(body);
}

function answerTo({ method, params }: Question, path: string, toolsEach: number): object {
  const server = Number(path.slice(1));
  switch (method) {
    case "initialize":
      return {
        result: {
          protocolVersion: "2025-06-18",
          capabilities: { tools: {} },
          serverInfo: { name: `crowd ${server}`, version: "1.0.0" },
        },
      };
    case "tools/list":
      return { result: { tools: Array.from({ length: toolsEach }, (_, index) => toolOf(server, index)) } };
    case "tools/call":
      return { result: { content: [{ type: "text", text: `${params?.name} done` }] } };
    default:
      return { error: { code: -32601, message: "Method not found" } };
  }
}

const deeds = ["List", "Create", "Update", "Delete", "Archive"];
const things = ["invoice", "holiday", "parcel", "recipe", "garden"];

/** The last one of the last server is one that a person would ask for. */
function toolOf(server: number, index: number) {
  const [deed, thing] = [deeds[index % 5], things[Math.floor(index / 5) % 5]];
  return {
    name: `${deed?.toLowerCase()}_${thing}_${server}_${index}`,
    description: `${deed}s one ${thing} in the books of department ${server}. ${"It keeps to the rules of the house. ".repeat(8)}`,
    inputSchema: {
      type: "object",
      properties: { [`${thing}Id`]: { type: "string", description: `Which ${thing}.` }, dryRun: { type: "boolean" } },
    },
  };
}
