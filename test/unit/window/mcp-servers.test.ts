import { expect, it } from "vitest";
import { contractError } from "../../../src-preload/contract/errors.ts";
import { createMcpServers } from "../../../src-renderer/state/mcp-servers.ts";
import { createFakeAgent, startClient } from "../../support/fake-agent.ts";
import { lineOf, logGrows, openedOf, serverChanges, serverGoes, serverOf, toolOf } from "../../support/mcp-facts.ts";
import { settingsChange } from "../../support/window-facts.ts";

/* The MCP servers of the window: what is read when, and what a person does with them. */

async function setUp() {
  const agent = createFakeAgent();
  const servers = createMcpServers(agent.client);
  await startClient(agent, {
    events: servers.apply,
    reset: (restarted) => void (restarted ? servers.reset() : undefined),
  });
  return { agent, servers, now: servers.store.getState };
}

/** The list and the page of one server are read. */
async function opened(detail: Parameters<typeof openedOf>[1] = {}) {
  const made = await setUp();
  const { agent, servers } = made;
  void servers.need();
  await (await agent.asked("mcp.list")).answer({ servers: [serverOf("files")], newKeys: "key-store" });
  void servers.open("files");
  await (await agent.asked("mcp.open")).answer(openedOf("files", detail));
  return made;
}

const texts = (log: readonly { readonly text: string }[] | undefined) => log?.map(({ text }) => text);

it("asks nothing before a place needs it, then once", async () => {
  const { agent, servers, now } = await setUp();
  agent.tell(serverChanges("files"), settingsChange);
  await agent.comeBack("restarted");
  expect(agent.count("mcp.list")).toBe(0);
  void servers.need();
  void servers.need();
  expect(agent.count("mcp.list")).toBe(1);
  await (await agent.asked("mcp.list")).answer({ servers: [serverOf("files")], newKeys: "file" });
  expect(now()).toMatchObject({ rows: [{ name: "files" }], newKeys: "file", loading: "ready" });
});

it("says why the list could not be read, and shows the one that was asked for last", async () => {
  const { agent, servers, now } = await setUp();
  void servers.load();
  const first = await agent.asked("mcp.list");
  agent.tell(settingsChange);
  const second = await agent.asked("mcp.list");
  await second.refuse(contractError("internal", "It is broken."));
  await first.answer({ servers: [serverOf("old")], newKeys: "file" });
  expect(now()).toMatchObject({ rows: [], loading: "failed", error: "It is broken." });
});

it("reads again how a server stands that changed, and of one that nobody opened no more than that", async () => {
  const { agent, now } = await opened();
  agent.tell(serverChanges("calendar"));
  expect([agent.count("mcp.list"), agent.count("mcp.open")]).toEqual([0, 1]);
  await (await agent.asked("mcp.open")).answer(openedOf("calendar", { tools: [toolOf("add")] }));
  expect(now().rows.map(({ name }) => name)).toEqual(["files", "calendar"]);
  expect(Object.keys(now().details)).toEqual(["files"]);
  agent.tell(serverChanges("files", "connecting"), serverChanges("files", "failed"));
  expect(agent.count("mcp.open")).toBe(2);
  const [old, fresh] = [await agent.asked("mcp.open"), await agent.asked("mcp.open")];
  await fresh.answer(openedOf("files", { server: serverOf("files", { state: "failed" }) }));
  await old.answer(openedOf("files", { server: serverOf("files", { state: "connecting" }) }));
  expect(now().rows).toMatchObject([{ name: "files", state: "failed" }, { name: "calendar" }]);
});

it("takes a server for what was told of it while the list was read, and for gone where that was told", async () => {
  const { agent, servers, now } = await setUp();
  void servers.need();
  const listed = await agent.asked("mcp.list");
  agent.tell(serverChanges("files", "ready"), serverGoes("calendar"));
  await (await agent.asked("mcp.open")).answer(openedOf("files"));
  const old = [serverOf("files", { state: "connecting" }), serverOf("calendar")];
  await listed.answer({ servers: old, newKeys: "file" });
  await (await agent.asked("mcp.open")).answer(openedOf("files"));
  expect(now().rows).toMatchObject([{ name: "files", state: "ready" }]);
});

it("does not show a server again whose page was read while it was removed", async () => {
  const { agent, servers, now } = await opened();
  void servers.open("files");
  const reading = await agent.asked("mcp.open");
  agent.tell(serverGoes("files"));
  await reading.answer(openedOf("files"));
  expect(now()).toMatchObject({ rows: [], details: {} });
});

it("reads everything that was shown again when the agent is another process, or the settings changed", async () => {
  const { agent } = await opened();
  agent.tell(settingsChange);
  expect([agent.count("mcp.list"), agent.count("mcp.open")]).toEqual([1, 1]);
  await agent.comeBack("restarted");
  expect([agent.count("mcp.list"), agent.count("mcp.open")]).toEqual([1, 1]);
});

it("adds lines to the log, also those that are written while it is read, each once, and keeps the last 500", async () => {
  const { agent, servers, now } = await opened({ log: [lineOf("one")] });
  agent.tell(logGrows("files", "two"), logGrows("calendar", "not of this"));
  expect(texts(now().details["files"]?.log)).toEqual(["one", "two"]);
  void servers.open("files");
  const reading = await agent.asked("mcp.open");
  agent.tell(logGrows("files", "three"), logGrows("files", "four"));
  await reading.answer(openedOf("files", { log: ["one", "two", "three"].map((words) => lineOf(words)) }));
  expect(texts(now().details["files"]?.log)).toEqual(["one", "two", "three", "four"]);
  // They are told a little later than they are in the log.
  agent.tell(logGrows("files", "four", "five"));
  expect(texts(now().details["files"]?.log)).toEqual(["one", "two", "three", "four", "five"]);
  agent.tell(logGrows("files", ...Array.from({ length: 600 }, (_, index) => `line ${index}`)));
  expect(now().details["files"]?.log).toHaveLength(500);
  expect(texts(now().details["files"]?.log)?.at(-1)).toBe("line 599");
});

it("is without a server that was removed, here or elsewhere", async () => {
  const { agent, servers, now } = await opened();
  const removing = servers.remove("files");
  expect(now().busy).toEqual({ files: "save" });
  await (await agent.asked("mcp.remove")).answer({});
  expect(await removing).toBeNull();
  expect(now()).toMatchObject({ rows: [], details: {}, busy: {} });
  const other = await opened();
  other.agent.tell(serverGoes("files"));
  expect(other.now()).toMatchObject({ rows: [], details: {} });
});

it("says that a server is being started again, and takes in how it stands then", async () => {
  const { agent, servers, now } = await opened();
  const restarting = servers.restart("files");
  expect(now().busy).toEqual({ files: "restart" });
  const server = serverOf("files", { state: "failed" });
  await (await agent.asked("mcp.restart")).answer(openedOf("files", { server, tools: [toolOf("read")] }));
  expect(await restarting).toBeNull();
  expect(now()).toMatchObject({ busy: {}, rows: [{ state: "failed" }], details: { files: { tools: [{}] } } });
});

it("keeps what a refused change was about, and is no longer busy", async () => {
  const { agent, servers, now } = await opened();
  const saving = servers.save({ name: "files", timeoutSeconds: -1 });
  await (await agent.asked("mcp.save")).refuse(
    contractError("invalid-input", "Too short.", { field: "timeoutSeconds" }),
  );
  expect(await saving).toMatchObject({ ok: false, error: { data: { field: "timeoutSeconds" } } });
  expect(now().busy).toEqual({});
});

it("shows at once which tools are chosen, keeps quick choices together, and sends null for all", async () => {
  const { agent, servers, now } = await opened({ tools: [toolOf("read"), toolOf("write"), toolOf("move")] });
  const chosen = () =>
    now()
      .details["files"]?.tools.filter((tool) => tool.isEnabled)
      .map((tool) => tool.name);
  const choosing = [servers.chooseTool("files", "read", false), servers.chooseTool("files", "write", false)];
  expect(chosen()).toEqual(["move"]);
  const first = await agent.asked("mcp.save");
  expect(first.input).toMatchObject({ name: "files", enabledTools: ["move"] });
  agent.tell(serverChanges("files"));
  const tools = [toolOf("read"), toolOf("write"), toolOf("move")];
  await (await agent.asked("mcp.open")).answer(openedOf("files", { tools }));
  expect(chosen()).toEqual(["move"]);
  // One after the other, so that the last one counts.
  expect(agent.count("mcp.save")).toBe(0);
  await first.answer({ server: serverOf("files") });
  const second = await agent.asked("mcp.save");
  expect(second.input).toMatchObject({ enabledTools: ["move"] });
  await second.answer({ server: serverOf("files") });
  const read = [toolOf("read", { isEnabled: false }), toolOf("write"), toolOf("move")];
  await (await agent.asked("mcp.open")).answer(openedOf("files", { tools: read }));
  expect(await Promise.all(choosing)).toEqual([null, null]);
  expect(chosen()).toEqual(["write", "move"]);
  void servers.chooseTool("files", "read", true);
  expect((await agent.asked("mcp.save")).input).toMatchObject({ enabledTools: null });
});

it("shows the tools as they are where a choice was refused", async () => {
  const { agent, servers, now } = await opened({ tools: [toolOf("read"), toolOf("write")] });
  const choosing = servers.chooseTool("files", "read", false);
  await (await agent.asked("mcp.save")).refuse(contractError("read-only", "The settings cannot be written."));
  await (await agent.asked("mcp.open")).answer(openedOf("files", { tools: [toolOf("read"), toolOf("write")] }));
  expect(await choosing).toBe("The settings cannot be written.");
  expect(now().details["files"]?.tools.every((tool) => tool.isEnabled)).toBe(true);
});

it("knows who is being connected, also before a place has asked, and forgets it with the agent", async () => {
  const { agent, now } = await setUp();
  agent.tell(
    serverChanges("files", "connecting"),
    serverChanges("mail", "connecting"),
    serverChanges("files", "ready"),
  );
  expect(now().connecting).toEqual(["mail"]);
  agent.tell(serverGoes("mail"));
  expect(now().connecting).toEqual([]);
  agent.tell(serverChanges("files", "connecting"));
  await agent.comeBack("restarted");
  expect(now().connecting).toEqual([]);
});
