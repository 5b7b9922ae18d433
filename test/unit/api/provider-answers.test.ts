import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import type { Connection } from "../../../src-preload/contract/connection.ts";
import type { RouteOutput } from "../../../src-preload/contract/routes.ts";
import { type Script, startScriptedEndpoint } from "../../support/scripted-endpoint.ts";
import {
  createTestHome,
  endpointSettings,
  noServers,
  record,
  type TestHome,
  terminal,
  value,
} from "../../support/test-home.ts";

let home: TestHome;
beforeEach(async () => {
  home = await createTestHome();
});
afterEach(() => home[Symbol.asyncDispose]());

const connect = (): Connection => home.open({ localPorts: noServers }).connect(terminal);
const failing = ({ stages }: RouteOutput<"model.test">) => stages.find(({ state }) => state === "failed");

describe("what an answer tells of its provider", () => {
  const call = { calls: [{ name: "read_file", arguments: { path: "notes.md" } }] };
  const talk = { text: "I would read it." };

  async function opened(script: Script) {
    const scripted = await startScriptedEndpoint(script);
    onTestFinished(() => scripted.close());
    await home.config(endpointSettings(scripted.baseUrl));
    return connect();
  }
  async function state(client: Connection) {
    const { providers } = value(await client.request("provider.list", {}));
    const { state, message } = providers.find(({ name }) => name === "custom") ?? {};
    return { state, message };
  }
  async function chatOnce(client: Connection) {
    const seen = await record(client);
    value(await client.request("chat.send", { sessionKey: "cli:direct", text: "Hi", workFolder: home.work }));
    await seen.until("run-end");
  }
  const toolsOf = async (client: Connection) =>
    value(await client.request("provider.models", { name: "custom" })).models[0]?.tools;

  it("is nothing while only its list was read", async () => {
    const client = await opened([]);
    expect(await toolsOf(client)).toBeNull();
    expect(await state(client)).toEqual({ state: "not-tested", message: "" });
  });

  it("is that it is ready once a test or a chat had an answer", async () => {
    const client = await opened([call, talk]);
    value(await client.request("model.test", {}));
    expect(await state(client)).toEqual({ state: "ready", message: "" });
    expect(await toolsOf(client)).toBe(true);
    await home[Symbol.asyncDispose]();
    home = await createTestHome();
    const chatting = await opened([talk]);
    await chatOnce(chatting);
    expect((await state(chatting)).state).toBe("ready");
    expect(await toolsOf(chatting)).toBeNull();
  });

  it("is that a model which calls no tool can only be talked with", async () => {
    const client = await opened([talk]);
    value(await client.request("model.test", {}));
    expect(await state(client)).toEqual({
      state: "talks-only",
      message: expect.stringMatching(/scripted answers.*only talk/),
    });
    expect(await toolsOf(client)).toBe(false);
  });

  it("is what the test said of its failure, with the next step", async () => {
    const client = await opened(() => ({
      status: 400,
      body: { error: { message: '"auto" tool choice requires --enable-auto-tool-choice to be set' } },
    }));
    value(await client.request("model.test", {}));
    expect(await state(client)).toMatchObject({ state: "failed", message: expect.stringContaining("takes no tools") });
    expect(await toolsOf(client)).toBe(false);
  });

  it("is that a model which refuses tools can only be talked with, for a test and for a chat", async () => {
    for (const use of ["test", "chat"] as const) {
      await home[Symbol.asyncDispose]();
      home = await createTestHome();
      const client = await opened((asked) =>
        asked.body["tools"] === undefined
          ? { text: "Hello." }
          : { status: 400, body: { error: { message: "scripted does not support tools" } } },
      );
      if (use === "test") value(await client.request("model.test", {}));
      else await chatOnce(client);
      expect((await state(client)).state).toBe("talks-only");
      expect(await toolsOf(client)).toBe(false);
    }
  });

  it("is told without a model too: the list names one", async () => {
    const client = await opened([call]);
    const report = value(await client.request("model.test", { provider: "custom" }));
    expect(report.modelId).toBe("custom/scripted");
    expect((await state(client)).state).toBe("ready");
  });

  it("is that a key is missing where a provider without one is tested", async () => {
    const report = value(await connect().request("model.test", { provider: "groq" }));
    expect(failing(report)?.message).toMatch(/^Groq needs a key\./);
  });

  it("is nothing of the kept key where another key was tried", async () => {
    const client = await opened([call]);
    value(await client.request("model.test", { modelId: "custom/scripted", apiKey: "tried" }));
    expect((await state(client)).state).toBe("not-tested");
  });

  it.each([
    ["tried", "ready"],
    ["another", "not-tested"],
  ])("counts for a key that was tried once that very key is kept: %s", async (apiKey, expected) => {
    const client = await opened([call]);
    value(await client.request("model.test", { modelId: "custom/scripted", apiKey: "tried" }));
    value(await client.request("model.choose", { modelId: "custom/scripted", apiKey }));
    expect((await state(client)).state).toBe(expected);
  });
});
