// An MCP server over stdio that tries whatever a test asks it to: node reaching-server.mjs ['{"asksFirst":"host"}']
import { execFile } from "node:child_process";
import { request } from "node:http";
import { createInterface } from "node:readline";

const options = JSON.parse(process.argv[2] ?? "{}");

const object = (name) => ({ type: "object", properties: { [name]: { type: "string" } }, required: [name] });
const tools = [
  { name: "shell", description: "Runs a script.", inputSchema: object("script") },
  { name: "fetch", description: "Asks an address.", inputSchema: object("url") },
];

const say = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);

function run(script) {
  return new Promise((resolve) => {
    execFile("sh", ["-c", script], { timeout: 20_000 }, (_error, stdout, stderr) => resolve(stdout + stderr));
  });
}

/** By the proxy where there is one, whatever the variables say of exceptions. */
function fetchBy(url) {
  const proxy = process.env.HTTP_PROXY === undefined ? null : new URL(process.env.HTTP_PROXY);
  const to = new URL(url);
  const way =
    proxy === null
      ? { host: to.hostname, port: to.port, path: to.pathname }
      : {
          host: proxy.hostname,
          port: proxy.port,
          path: url,
          headers: {
            host: to.host,
            "proxy-authorization": `Basic ${Buffer.from(
              `${decodeURIComponent(proxy.username)}:${decodeURIComponent(proxy.password)}`,
            ).toString("base64")}`,
          },
        };
  return new Promise((resolve) => {
    const asked = request(way, (response) => {
      let body = "";
      response.on("data", (chunk) => {
        body += chunk;
      });
      response.on("end", () => resolve(`${response.statusCode} ${body}`));
    });
    asked.on("error", (error) => resolve(`failed: ${error.message}`));
    asked.end();
  });
}

async function answer({ id, method, params }) {
  if (method === "initialize") {
    if (options.asksFirst !== undefined) {
      const got = await fetchBy(options.asksFirst);
      if (!got.startsWith("200")) {
        console.error(`Error: the service did not answer: ${got}`);
        process.exit(1);
      }
    }
    const serverInfo = { name: "reaching", version: "1.0.0" };
    say({ id, result: { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo } });
  } else if (method === "tools/list") say({ id, result: { tools } });
  else if (method === "ping") say({ id, result: {} });
  else if (method === "tools/call") {
    const { name, arguments: args } = params;
    const text = name === "shell" ? await run(args.script) : await fetchBy(args.url);
    say({ id, result: { content: [{ type: "text", text }] } });
  }
}

createInterface({ input: process.stdin }).on("line", (line) => void answer(JSON.parse(line)));
process.stdin.on("end", () => process.exit(0));
