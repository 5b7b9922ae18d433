import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { connect as connectSocket } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import WebSocket from "ws";
import { launchedVariable } from "../../scripts/packaged-node.mjs";
import { createLinePort } from "../../src-main/serve/line-port.ts";
import type { Connection } from "../../src-preload/contract/connection.ts";
import { createFrameConnection } from "../../src-preload/contract/frame-connection.ts";

const command = join(import.meta.dirname, "../../out/main/cli.js");

/** The real command as the owner of a home. */
export interface Owner {
  readonly child: ChildProcess;
  /** With a code that lets one browser in. */
  readonly url: string;
  /** Everything it said on stderr so far. */
  readonly stderr: () => string;
  viaSocket(): Promise<Connection>;
  viaWeb(): Promise<Connection>;
  /** Sends the signal and resolves with the exit code once it is gone; null when a signal ended it. */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

export async function startOwner(home: string, env: Readonly<Record<string, string>> = {}, port = "0"): Promise<Owner> {
  const child = spawn(process.execPath, [command, "serve", "--json", "--no-open", "--port", port], {
    // Like one that a launcher started: it ends with this process, also when a test hangs and its worker is killed.
    env: {
      PATH: process.env["PATH"] ?? "",
      HOME: home,
      PERCH_HOME: home,
      PERCH_SECRETS: "file",
      [launchedVariable]: "1",
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  let said = "";
  child.stderr?.on("data", (chunk) => {
    said += String(chunk);
  });
  const gone = once(child, "exit");
  const line = once(createInterface({ input: child.stdout ?? Readable.from([]) }), "line");
  const first = await Promise.race([line, gone.then(() => null)]);
  if (first === null) throw new Error(`the owner ended at once: ${said}`);
  const { url, token }: { url: string; token: string } = JSON.parse(String(first[0]));
  return {
    child,
    url,
    stderr: () => said,
    viaSocket: () => connectToSocket(join(home, "owner.sock")),
    viaWeb: () => connectToWeb(url, token),
    async end(signal) {
      child.kill(signal);
      await gone;
      return child.exitCode;
    },
  };
}

export function connectToSocket(path: string): Promise<Connection> {
  return new Promise((resolve, reject) => {
    const socket = connectSocket(path);
    socket.once("error", reject);
    socket.once("connect", () => resolve(createFrameConnection(createLinePort(socket), "gone")));
  });
}

function connectToWeb(url: string, token: string): Promise<Connection> {
  const { host } = new URL(url);
  const headers = { authorization: `Bearer ${token}` };
  return new Promise((resolve, reject) => {
    const client = new WebSocket(`ws://${host}/ws`, { headers });
    client.on("error", reject);
    client.once("open", () => {
      resolve(
        createFrameConnection(
          {
            send: (frame) => client.send(frame),
            onFrame: (listener) => void client.on("message", (data) => listener(data.toString())),
            onClose: (listener) => void client.once("close", listener),
            close: () => client.close(),
          },
          "gone",
        ),
      );
    });
  });
}
