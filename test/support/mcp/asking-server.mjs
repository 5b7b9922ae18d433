// An MCP server over stdio that asks back in the middle of its calls, with no library: each tool sends one request and answers
// its call with what came back, as JSON.
import { createInterface } from "node:readline";

const say = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
const text = (words) => ({ content: [{ type: "text", text: words }] });

const form = {
  message: "Which table would you like?\u001b[31m **Really**",
  requestedSchema: {
    type: "object",
    properties: {
      name: { type: "string", title: "Your name", description: null, minLength: 2, maxLength: 20 },
      email: { type: "string", format: "email" },
      guests: { type: "integer", title: "Guests", minimum: 1, maximum: 8, default: 2 },
      outside: { type: "boolean", title: "Outside", default: true },
      meal: { type: "string", title: "Meal", enum: ["l", "d"], enumNames: ["Lunch", "Dinner"] },
      wishes: {
        type: "array",
        title: "Wishes",
        maxItems: 2,
        items: {
          anyOf: [
            { const: "w", title: "Window" },
            { const: "q", title: "Quiet" },
            { const: "c", title: "Chair" },
          ],
        },
      },
      card_token: { type: "string", title: "Card token", default: null },
    },
    required: ["name", "guests", "meal"],
  },
};
/** What each tool asks for. */
const asks = {
  book: { method: "elicitation/create", params: form },
  confirm: { method: "elicitation/create", params: { message: "Delete it all?", requestedSchema: null } },
  visit: {
    method: "elicitation/create",
    params: {
      mode: "url",
      elicitationId: "e1",
      message: "Sign the paper.",
      url: "https://user@sign.example/paper?id=7",
    },
  },
  visit_file: {
    method: "elicitation/create",
    params: { mode: "url", elicitationId: "e2", message: "Open it.", url: "file:///etc/passwd" },
  },
  odd: {
    method: "elicitation/create",
    params: {
      message: "An odd one",
      requestedSchema: { type: "object", properties: { a: { type: "string", enum: [] } } },
    },
  },
};
const needed = { mode: "url", elicitationId: "e3", message: "Connect your account.", url: "https://connect.example/" };
const tools = [...Object.keys(asks), "needs_page", "long", "plain"];

/** Requests of ours, with the call that each is for. */
const waiting = new Map();
let requests = 0;

function call(id, name, progressToken) {
  if (name === "long") {
    const params = { progressToken, progress: 3, total: 10, message: "Packing" };
    say({ method: "notifications/message", params: { level: "warning", logger: "packer", data: "slow today" } });
    return say({ method: "notifications/progress", params });
  }
  if (name === "plain") return say({ id, result: text("plain") });
  if (name === "needs_page") {
    const error = { code: -32042, message: "Connect first", data: { elicitations: [needed] } };
    return say({ id, error });
  }
  requests += 1;
  const request = `ask-${requests}`;
  waiting.set(request, id);
  say({ id: request, ...(asks[name] ?? asks.confirm) });
}

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params, result, error } = JSON.parse(line);
  const asked = method === undefined ? waiting.get(id) : undefined;
  if (asked !== undefined) say({ id: asked, result: text(JSON.stringify(error ?? result)) });
  else if (method === "tools/call") call(id, params.name, params._meta?.progressToken);
  else if (method === "ping" || method === "logging/setLevel") say({ id, result: {} });
  else if (method === "tools/list")
    say({ id, result: { tools: tools.map((name) => ({ name, inputSchema: { type: "object" } })) } });
  else if (method === "initialize") {
    const serverInfo = { name: "asking", version: JSON.stringify(params.capabilities) };
    say({
      id,
      result: {
        protocolVersion: params.protocolVersion,
        capabilities: { tools: {}, logging: {} },
        serverInfo,
        instructions: "Book before you ask.",
      },
    });
  }
}
