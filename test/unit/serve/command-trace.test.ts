import { spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { join } from "node:path";

import { expect, it } from "vitest";
import type { OwnerListener } from "../../../src-main/serve/claim-home.ts";
import { servePeer } from "../../../src-main/serve/frame-peer.ts";
import { serveApp } from "../../../src-main/serve/http-server.ts";
import { serveLocally } from "../../../src-main/serve/local-server.ts";
import { nodeFileSystem } from "../../../src-main/storage/file-system.ts";
import { createTestHome, terminal, value } from "../../support/test-home.ts";
import { connectToSocket } from "../../torture/owner.ts";

/** Asks each request over the local socket and, with the Bearer, over the web; prints the codes of the answers. */
const client = `
const { connect } = require("node:net");
const requests = JSON.parse(process.argv[2]);
const lines = requests.map(([route, input], id) => JSON.stringify({ id, route, input }) + "\\n").join("");
const socket = connect(process.argv[1]);
if (process.argv[4] === "hurry") socket.write(lines, () => process.exit(0));
else {
  socket.write(lines);
  let text = "";
  let web = [];
  socket.on("data", (chunk) => {
    text += chunk;
    const answers = text.split("\\n").slice(0, -1).map(JSON.parse);
    if (answers.length < requests.length) return;
    const codes = answers.sort((a, b) => a.id - b.id).map((answer) => answer.ok ? "ok" : answer.error.code);
    socket.destroy();
    const { url, token } = JSON.parse(process.argv[3]);
    const ws = new (require(process.env.WS_MODULE))(url, { headers: { authorization: "Bearer " + token } });
    ws.on("open", () => ws.send(lines.split("\\n")[0]));
    ws.on("message", (data) => {
      const answer = JSON.parse(data);
      console.log(JSON.stringify([codes, answer.ok ? "ok" : answer.error.code]));
      ws.terminate();
    });
  });
}`;

const loosening = { patch: { approvals: { mode: "full" } } };
const requests = [
  ["settings.update", loosening],
  ["chat.send", { sessionKey: "cli:x", text: "do it", mode: "full" }],
  ["chat.send", { sessionKey: "cli:x", text: "do it", workFolder: "/" }],
  ["chat.send", { sessionKey: "cli:x", text: "/model practice/other" }],
  ["session.update", { sessionKey: "cli:x", patch: { mode: "full" } }],
  ["approval.answer", { approvalId: "any", decision: "allow-once" }],
  ["mcp.save", { name: "x", target: { kind: "command", command: "sh" } }],
  ["settings.get", {}],
  ["chat.send", { sessionKey: "cli:x", text: "say 1 word" }],
] as const;
const refused = [...Array(7).fill("forbidden"), "ok", "ok"];

async function setUp() {
  const home = await createTestHome();
  await home.config({ agents: { defaults: { model: "practice/practice" } } });
  const { router } = home.open();
  const path = join(home.folder, "owner.sock");
  let accept: Parameters<OwnerListener["accept"]>[0] = () => undefined;
  const server = createServer((socket) => accept(socket)).listen(path);
  await once(server, "listening");
  const listener: OwnerListener = {
    accept(serve) {
      accept = serve;
    },
    refuse: () => undefined,
    marks: { own: "own", former: null },
    release: async () => undefined,
  };
  const letGo = serveLocally(listener, router, terminal);
  const served = value(
    await serveApp({
      host: home.host,
      files: nodeFileSystem,
      pages: "nowhere",
      ports: [0],
      connect: ({ port, kind: place, mayBeCommand }) => servePeer(port, router, { ...terminal, place, mayBeCommand }),
    }),
  );
  const web = { url: `ws://127.0.0.1:${served.port}/ws`, token: served.token };

  /** As a command of the agent does it: with its mark in the environment. */
  async function asCommand(shell: string, how = "wait"): Promise<string> {
    const args = [path, JSON.stringify(requests), JSON.stringify(web), how];
    const env = {
      ...process.env,
      PERCH_EXEC: "cli:x/run/1/1",
      PERCH_OWNER: "own",
      CLIENT: client,
      WS_MODULE: createRequire(import.meta.url).resolve("ws"),
    };
    const child = spawn("sh", ["-c", shell, process.execPath, ...args], { env, stdio: ["ignore", "pipe", "inherit"] });
    let said = "";
    child.stdout.on("data", (chunk) => {
      said += String(chunk);
    });
    await once(child, "close");
    return said;
  }

  return {
    home,
    path,
    asCommand,
    async [Symbol.asyncDispose]() {
      letGo();
      await served.close();
      server.close();
      await home[Symbol.asyncDispose]();
    },
  };
}

it.runIf(process.platform === "linux")(
  "a command that the agent runs may read and send through the socket, and change nothing that is allowed",
  async () => {
    await using test = await setUp();
    const plain = await test.asCommand('"$0" -e "$CLIENT" "$@"');
    expect(JSON.parse(plain)).toEqual([refused, "forbidden"]);
    // Out of its group, and with an environment of its own, as long as it stays below the command.
    const hidden = await test.asCommand('env -i WS_MODULE="$WS_MODULE" "$0" -e "$CLIENT" "$@"; true');
    expect(JSON.parse(hidden)).toEqual([refused, "forbidden"]);
    // Asked, and gone before anybody looks.
    await test.asCommand('"$0" -e "$CLIENT" "$@"', "hurry");
    const person = await connectToSocket(test.path);
    const settings = value(await person.request("settings.get", {})).settings;
    expect(settings.approvals.mode).toBe("ask");
    // A terminal of the person, before and while a command runs.
    value(await person.request("settings.update", { patch: { approvals: { mode: "plan" } } }));
    // A command of another home is nothing to this one.
    const stranger = spawn("sleep", ["60"], { env: { ...process.env, PERCH_EXEC: "x", PERCH_OWNER: "other" } });
    const early = await connectToSocket(test.path);
    value(await early.request("settings.update", { patch: { approvals: { mode: "ask" } } }));
    await early.close();
    stranger.kill();
    const sleeper = spawn("sleep", ["60"], { env: { ...process.env, PERCH_EXEC: "x", PERCH_OWNER: "own" } });
    value(await person.request("settings.update", { patch: { approvals: { mode: "ask" } } }));
    const late = await connectToSocket(test.path);
    expect(await late.request("settings.update", loosening)).toMatchObject({ ok: false, error: { code: "forbidden" } });
    sleeper.kill();
    await once(sleeper, "close");
    value(await late.request("settings.update", { patch: { approvals: { mode: "plan" } } }));
    await Promise.all([person.close(), late.close()]);
  },
);
