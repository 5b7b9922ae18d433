import { connect as connectSocket, createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import WebSocket from "ws";
import type { Assistant } from "../../src-main/assistant.ts";
import { servePeer } from "../../src-main/serve/frame-peer.ts";
import { type LetIn, serveApp } from "../../src-main/serve/http-server.ts";
import { createLinePort } from "../../src-main/serve/line-port.ts";
import { nodeFileSystem } from "../../src-main/storage/file-system.ts";
import type { Connection } from "../../src-preload/contract/connection.ts";
import { createFrameConnection, type FramePort } from "../../src-preload/contract/frame-connection.ts";
import { createTestHome, record, type TestHome, terminal, value } from "../support/test-home.ts";

/*
 * Every transport is the same connection: one suite, run over all of them.
 */

interface Link extends AsyncDisposable {
  connect(): Promise<Connection>;
}

type OpenLink = (assistant: Assistant, home: TestHome) => Promise<Link>;

async function inMemory(assistant: Assistant): Promise<Link> {
  return { connect: async () => assistant.connect(terminal), [Symbol.asyncDispose]: async () => undefined };
}

async function localSocket(assistant: Assistant, home: TestHome): Promise<Link> {
  const path = join(home.folder, "test.sock");
  const server = createServer((socket) => servePeer(createLinePort(socket), assistant.router, terminal));
  await new Promise<void>((resolve) => server.listen(path, resolve));
  return {
    connect: () =>
      new Promise((resolve, reject) => {
        const socket = connectSocket(path);
        socket.once("error", reject);
        socket.once("connect", () => resolve(createFrameConnection(createLinePort(socket), "gone")));
      }),
    [Symbol.asyncDispose]: () => new Promise((resolve) => void server.close(() => resolve())),
  };
}

async function webSocket(assistant: Assistant, { host }: TestHome): Promise<Link> {
  const connect = ({ port }: LetIn): void => servePeer(port, assistant.router, { ...terminal, place: "program" });
  const served = value(await serveApp({ host, files: nodeFileSystem, pages: "nowhere", ports: [0], connect }));
  return {
    connect: () =>
      new Promise((resolve, reject) => {
        const client = new WebSocket(`ws://127.0.0.1:${served.port}/ws`, {
          headers: { authorization: `Bearer ${served.token}` },
        });
        client.once("error", reject);
        client.once("open", () => resolve(createFrameConnection(portOf(client), "gone")));
      }),
    [Symbol.asyncDispose]: served.close,
  };
}

function portOf(client: WebSocket): FramePort {
  return {
    send: (frame) => client.send(frame),
    onFrame: (listener) => void client.on("message", (data) => listener(data.toString())),
    onClose: (listener) => void client.on("close", listener),
    close: () => client.close(),
  };
}

const transports: readonly (readonly [string, OpenLink])[] = [
  ["in memory", inMemory],
  ["local socket", localSocket],
  ["WebSocket", webSocket],
];

describe.each(transports)("a connection: %s", (_name, open) => {
  async function setUp() {
    const home = await createTestHome();
    await home.config({ agents: { defaults: { model: "practice/practice" } } });
    const assistant = home.open();
    const link = await open(assistant, home);
    return {
      home,
      assistant,
      link,
      async [Symbol.asyncDispose]() {
        await link[Symbol.asyncDispose]();
        await home[Symbol.asyncDispose]();
      },
    };
  }

  it("answers a request with the value of its route", async () => {
    await using test = await setUp();
    const connection = await test.link.connect();
    const status = value(await connection.request("system.status", {}));
    expect(status).toMatchObject({ version: "test", model: "practice/practice", pendingApprovals: 0 });
    await connection.close();
  });

  it("answers bad input with a code and the field, and an unknown route with its name", async () => {
    await using test = await setUp();
    const connection = await test.link.connect();
    const wrong = await connection.request("session.open", { sessionKey: "no key" });
    expect(!wrong.ok && wrong.error).toMatchObject({ code: "invalid-input", data: { field: "sessionKey" } });
    const unknown = await test.assistant.router.handle(
      "no.route",
      {},
      {
        ...terminal,
        deliver: () => undefined,
        hold: () => undefined,
        keep: () => undefined,
      },
    );
    expect(!unknown.ok && unknown.error.code).toBe("unknown-route");
    const missing = await connection.request("session.open", { sessionKey: "cli:nowhere" });
    expect(!missing.ok && missing.error.code).toBe("not-found");
    await connection.close();
  });

  it("delivers the events of a turn in order, to two clients alike", async () => {
    await using test = await setUp();
    const [one, two] = [await test.link.connect(), await test.link.connect()];
    const [first, second] = [await record(one), await record(two)];
    const sent = value(
      await one.request("chat.send", { sessionKey: "cli:direct", text: "say 3 words", workFolder: test.home.work }),
    );
    expect(sent.kind).toBe("started");
    await Promise.all([first.until("run-end"), second.until("run-end")]);
    const shape = (events: typeof first.events) => events.map((event) => [event.seq, event.type]);
    expect(shape(first.events)).toEqual(shape(second.events).slice(0, first.events.length));
    const types = first.events.map((event) => event.type);
    expect(types.indexOf("message-added")).toBeLessThan(types.indexOf("run-start"));
    expect(types.indexOf("message-start")).toBeLessThan(types.indexOf("run-end"));
    await one.close();
    await two.close();
  });

  it("replays what a client missed, and says reset to one of another process", async () => {
    await using test = await setUp();
    const connection = await test.link.connect();
    const position = value(await connection.subscribe(["agent"], () => undefined));
    const watcher = await test.link.connect();
    const watched = await record(watcher);
    value(
      await connection.request("chat.send", {
        sessionKey: "cli:direct",
        text: "say 2 words",
        workFolder: test.home.work,
      }),
    );
    await watched.until("run-end");
    await connection.close();

    const again = await test.link.connect();
    const types: string[] = [];
    const replayed = new Promise<void>((resolve) => {
      void again.subscribe(
        ["agent"],
        (delivery) => {
          types.push(delivery.kind === "event" ? delivery.event.type : "reset");
          if (types.at(-1) === "run-end") resolve();
        },
        position,
      );
    });
    await replayed;
    expect(types[0]).toBe("run-start");

    const reset = new Promise<string>((resolve) => {
      void again.subscribe(["agent"], (delivery) => resolve(delivery.kind), { epoch: "another", seq: 1 });
    });
    expect(await reset).toBe("reset");
    await again.close();
    await watcher.close();
  });

  it("answers disconnected once it is closed", async () => {
    await using test = await setUp();
    const connection = await test.link.connect();
    const closed = new Promise<void>((resolve) => void connection.onClose(resolve));
    await connection.close();
    await closed;
    const answer = await connection.request("system.status", {});
    expect(!answer.ok && answer.error.code).toBe("disconnected");
  });
});
