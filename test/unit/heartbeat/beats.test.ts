import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Assistant } from "../../../src-main/assistant.ts";
import type { Connection } from "../../../src-preload/contract/connection.ts";
import { type Script, type ScriptedEndpoint, startScriptedEndpoint } from "../../support/scripted-endpoint.ts";
import { createTestHome, endpointSettings, record, type TestHome, terminal, value } from "../../support/test-home.ts";

/* Beats through the agent's loop, on a home with a scripted model. */

let home: TestHome;
let endpoint: ScriptedEndpoint;

beforeEach(async () => {
  home = await createTestHome();
});
afterEach(async () => {
  await home[Symbol.asyncDispose]();
  await endpoint?.[Symbol.asyncDispose]();
});

const allDay = { from: "00:00", to: "00:00" };

async function prepare(script: Script, items: string, more: object = {}): Promise<void> {
  endpoint = await startScriptedEndpoint(script);
  await home.config({
    ...endpointSettings(endpoint.baseUrl),
    heartbeat: { enabled: true, activeHours: allDay, ...more },
  });
  await mkdir(join(home.home, "workspace"), { recursive: true });
  await writeFile(join(home.home, "workspace", "HEARTBEAT.md"), items);
}

function open(): { assistant: Assistant; client: Connection } {
  const assistant = home.open();
  return { assistant, client: assistant.connect(terminal) };
}

const view = async (client: Connection) => value(await client.request("heartbeat.describe", {}));
const reports = async (client: Connection) => value(await client.request("inbox.list", {})).reports;
const notify = (text: string, title?: string) => ({ calls: [{ name: "notify", arguments: { text, title } }] });

describe("a beat", () => {
  it("with nothing to do asks no model", async () => {
    await prepare([], "# Heartbeat\n\n<!-- a\ncomment -->\n- [x] done\n- [ ]\n");
    const { assistant, client } = open();
    const seen = await record(client);
    assistant.warmUp();
    expect(await seen.until("beat-end")).toMatchObject({ outcome: "nothing", told: 0 });
    expect(await view(client)).toMatchObject({ items: [], beats: [{ outcome: "nothing", tokens: 0 }] });
    expect(endpoint.requests).toHaveLength(0);
  });

  it("tells the person with notify alone, in a chat of its own that they can answer", async () => {
    await prepare(
      [notify("Rain on Saturday.", "Weather"), { text: "OK" }, { text: "Take an umbrella." }],
      "- Look at the weather\n",
    );
    const { assistant, client } = open();
    const seen = await record(client);
    assistant.warmUp();
    expect(await seen.until("beat-end")).toMatchObject({ outcome: "told", told: 1, sessionKey: "heartbeat:main" });
    expect(await reports(client)).toMatchObject([
      { kind: "news", title: "Weather", text: "Rain on Saturday.", sessionKey: "heartbeat:main" },
    ]);
    const now = await view(client);
    expect(now.beats[0]).toMatchObject({ outcome: "told", title: "Weather", trigger: "interval" });
    expect(now.today.tokens).toBeGreaterThan(0);
    expect(now.today.tokens).toBe(now.beats[0]?.tokens);
    value(await client.request("chat.send", { sessionKey: "heartbeat:main", text: "What now?" }));
    await seen.until("run-end", ({ text }) => text === "Take an umbrella.");
  });

  it("is quiet where the model calls nothing, and its answer is delivered nowhere", async () => {
    await prepare([{ text: "All is well." }], "- Look\n");
    const { assistant, client } = open();
    const seen = await record(client);
    assistant.warmUp();
    expect(await seen.until("beat-end")).toMatchObject({ outcome: "quiet" });
    expect(await reports(client)).toEqual([]);
    expect(await client.request("heartbeat.run", {})).toMatchObject({ ok: false, error: { code: "busy" } });
  });

  it("stops at the second call that is the same", async () => {
    const look = { calls: [{ name: "list_dir", arguments: { path: "." } }] };
    await prepare([look, look, { text: "I looked twice." }], "- Look\n");
    const { assistant, client } = open();
    const seen = await record(client);
    assistant.warmUp();
    expect(await seen.until("beat-end")).toMatchObject({ outcome: "stopped" });
    expect((await view(client)).beats[0]).toMatchObject({ why: "loop" });
    expect(endpoint.requests).toHaveLength(3);
  });
});

describe("the tool notify", () => {
  it("is offered to a beat and to no other chat", async () => {
    await prepare([{ text: "Hello." }, { text: "OK" }], "- Look\n", { enabled: false });
    const { client } = open();
    const seen = await record(client);
    const sessionKey = value(await client.request("session.create", {})).summary.key;
    value(await client.request("chat.send", { sessionKey, text: "Hi" }));
    await seen.until("run-end");
    value(await client.request("heartbeat.run", {}));
    await seen.until("beat-end");
    const [chat, beat] = endpoint.requests.map((request) => JSON.stringify(request));
    expect(chat).not.toContain('"notify"');
    expect(beat).toContain('"notify"');
  });
});
