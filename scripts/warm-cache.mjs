import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const command = fileURLToPath(new URL("../out/main/cli.js", import.meta.url));

const call = (index, name, input) => ({
  index,
  id: `call${index}`,
  type: "function",
  function: { name, arguments: JSON.stringify(input) },
});

/** What the endpoint says: two calls, then an answer. */
const replies = [
  { delta: { tool_calls: [call(0, "read_file", { path: "note.txt" }), call(1, "list_dir", {})] }, end: "tool_calls" },
  { delta: { content: "Done." }, end: "stop" },
];

function answer(response, { delta, end }) {
  const chunk = (choice) => `data: ${JSON.stringify({ choices: [{ index: 0, ...choice }] })}\n\n`;
  response.writeHead(200, { "content-type": "text/event-stream" });
  response.end(`${chunk({ delta })}${chunk({ delta: {}, finish_reason: end })}data: [DONE]\n\n`);
}

/**
 * Runs the built command once against a scripted endpoint and keeps the code that V8 made of it
 * (src-main/cli/load-kept-code.ts). It does what a usual turn does, so that every start after it finds that ready.
 */
export async function warmCompileCache() {
  const folder = mkdtempSync(join(tmpdir(), "perch-build-"));
  writeFileSync(join(folder, "note.txt"), "A note.\n");
  let count = 0;
  const server = createServer((request, response) => {
    request.resume().once("end", () => {
      answer(response, replies[Math.min(count, replies.length - 1)]);
      count += 1;
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const child = spawn(process.execPath, [command, "agent", "--json", "--approve", "full", "-m", "hello"], {
    cwd: folder,
    stdio: ["ignore", "ignore", "inherit"],
    env: {
      ...process.env,
      INIT_CWD: folder,
      PERCH_KEEP_CODE: "1",
      PERCH_HOME: join(folder, "home"),
      PERCH_PROVIDERS__CUSTOM__APIBASE: `http://127.0.0.1:${server.address().port}/v1`,
      PERCH_AGENTS__DEFAULTS__MODEL: "custom/scripted",
    },
  });
  const [code] = await once(child, "close");
  server.close();
  rmSync(folder, { recursive: true, force: true });
  if (code !== 0) console.error(`The first run of the built command ended with ${code}`);
}
