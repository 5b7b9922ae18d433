import { once } from "node:events";
import { chmod, mkdir, readFile, stat, writeFile } from "node:fs/promises";
import { createServer, type IncomingHttpHeaders } from "node:http";
import { delimiter, join } from "node:path";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { afterAll, expect, it } from "vitest";
import WebSocket from "ws";
import { stablePortsOf } from "../../../src-main/serve/running-server.ts";
import { startCommand } from "../../support/run-command.ts";
import { createServedHome } from "../../support/served-home.ts";
import { closeBrowser, composer, finished, gone, openWindow, say, sharedBrowser } from "../../support/window-bench.ts";

/* Who is let into the served app: the browser of the person, and nobody who only sees what it sends or starts. */

afterAll(closeBrowser);

/** Another server of this machine, which the browser visits; what it is sent. */
async function startNeighbour() {
  const seen: IncomingHttpHeaders[] = [];
  const server = createServer((request, response) => {
    seen.push(request.headers);
    response.writeHead(200, { "content-type": "text/html" }).end("<title>Neighbour</title>");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  return { url: `http://127.0.0.1:${address.port}/`, seen, [Symbol.asyncDispose]: async () => void server.close() };
}

/** How a socket with these headers ends: the code of the close, or the status that refused it. */
function socketEnd(url: string, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve) => {
    const client = new WebSocket(url, { headers });
    const ask = JSON.stringify({ id: 1, route: "settings.get", input: {} });
    client.on("open", () => client.send(ask));
    client.on("close", (code) => resolve(code));
    client.on("unexpected-response", (_request, { statusCode }) => resolve(statusCode ?? 0));
    client.on("error", () => undefined);
  });
}

it("another server of this machine that is sent all that the browser sends gets in nowhere, nor does its page", async () => {
  await using neighbour = await startNeighbour();
  await using bench = await openWindow();
  bench.allow(/WebSocket|ERR_|CORS|Failed to load/);
  const { page, home, context } = bench;
  await composer(page).waitFor();
  expect(page.url()).not.toMatch(/code=|enter=/);
  const other = await context.newPage();
  await other.goto(neighbour.url);
  const cookie = String(neighbour.seen[0]?.cookie);
  expect(cookie).toMatch(/^perch_/);
  const { host, origin } = new URL(home.url);
  const sockets = [{ cookie, origin }, { cookie }, { cookie, origin: new URL(neighbour.url).origin }];
  const ends = await Promise.all(sockets.map((headers) => socketEnd(`ws://${host}/ws`, headers)));
  expect(ends).toEqual([4403, 401, 403]);
  const tried = await other.evaluate<unknown>(`(async () => {
    const socket = new WebSocket("ws://${host}/ws");
    const opened = await new Promise((resolve) => {
      socket.onopen = () => resolve("open");
      socket.onerror = () => resolve("refused");
    });
    const read = await fetch("${origin}/", { credentials: "include" }).then(({ type }) => type, () => "refused");
    return [opened, read, (await indexedDB.databases()).length];
  })()`);
  expect(tried).toEqual(["refused", "refused", 0]);
});

/** `perch serve` as a person types it, with a browser that writes down what it is given. */
async function serve(home: { readonly user: string; readonly home: string }, more: readonly string[] = []) {
  const tools = join(home.user, "tools");
  await mkdir(tools, { recursive: true });
  const opener = join(tools, "xdg-open");
  const given = join(home.user, "given.txt");
  await writeFile(
    opener,
    `#!/bin/sh\ntr '\\0' ' ' < /proc/$$/cmdline > "${given}.new" && mv "${given}.new" "${given}"\n`,
  );
  await chmod(opener, 0o755);
  const env = { HOME: home.user, PATH: `${tools}${delimiter}${process.env["PATH"] ?? ""}` };
  const child = startCommand({ home: home.home, args: ["serve", ...more], env });
  const lines = createInterface({ input: child.stdout ?? Readable.from([]) })[Symbol.asyncIterator]();
  const address = async (): Promise<string> => /http\S+/.exec(String((await lines.next()).value))?.[0] ?? "";
  return { child, given, address, gone: once(child, "exit") };
}

it("opens the browser without a secret on any command line, serves on at the same port, and lets nobody in twice", async () => {
  await using home = await createServedHome();
  await home.config({ agents: { defaults: { model: "practice/practice" } } });
  const first = await serve(home);
  const url = await first.address();
  expect(new URL(url).port).toBe(String(stablePortsOf(home.home)[0]));
  await expect.poll(() => readFile(first.given, "utf8").catch(() => "")).not.toBe("");
  const commandLines = [
    await readFile(first.given, "utf8"),
    await readFile(`/proc/${first.child.pid}/cmdline`, "utf8"),
  ];
  const code = new URL(url).searchParams.get("code") ?? "";
  for (const line of commandLines) expect(line).not.toContain(code);
  const file = join(home.home, "open-in-browser.html");
  expect(commandLines[0]).toContain(file);
  expect((await stat(file)).mode & 0o777).toBe(0o600);

  const browser = await sharedBrowser();
  await using person = await browser.newContext();
  const page = await person.newPage();
  await page.goto(`file://${file}`);
  await composer(page).waitFor();
  await using stranger = await browser.newContext();
  const late = await stranger.newPage();
  await late.goto(url);
  await late.getByText("was used already").waitFor();
  await late.goto(new URL("/", url).href);
  await late.getByText("does not know this browser").waitFor();

  // Reload, a second tab, a bookmark, and back.
  await page.reload();
  await composer(page).waitFor();
  const tab = await person.newPage();
  await tab.goto(new URL("/#/chats", url).href);
  await composer(tab).waitFor();
  await tab.goto("about:blank");
  await tab.goBack();
  await composer(tab).waitFor();
  await tab.close();

  const second = await serve(home, ["--no-open"]);
  const again = await second.address();
  expect(new URL(again).origin).toBe(new URL(url).origin);
  await late.goto(again);
  await composer(late).waitFor();

  first.child.kill("SIGTERM");
  await first.gone;
  expect(new URL(await second.address()).origin).toBe(new URL(url).origin);
  await page.getByText("The agent was restarted.").waitFor();
  await say(page, "say 2 words");
  await finished(page, /\w+ \w+/).waitFor();
  await gone(page.getByText("connection to the agent is gone"));
  expect(await stat(file).catch(() => null)).toBeNull();
  second.child.kill("SIGTERM");
  expect(await second.gone).toEqual([0, null]);
});

it("serves at the same port at every start, also where another program has the first one", async () => {
  await using home = await createServedHome();
  const [first, second] = stablePortsOf(home.home);
  await using other = createServer().listen(first, "127.0.0.1");
  await once(other, "listening");
  for (const start of ["one", "again"]) {
    const { child, address, gone: ended } = await serve(home, ["--no-open"]);
    expect(`${start} ${new URL(await address()).port}`).toBe(`${start} ${second}`);
    child.kill("SIGTERM");
    await ended;
  }
});
