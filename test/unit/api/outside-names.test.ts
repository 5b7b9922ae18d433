import { expect, it } from "vitest";
import type { Connection } from "../../../src-preload/contract/connection.ts";
import { createTestHome, noServers, terminal } from "../../support/test-home.ts";

const names = ["__proto__", "constructor", "toString", "hasOwnProperty", "valueOf", "prototype"];

function requests(connection: Connection, name: string) {
  const modelId = `${name}/model`;
  return {
    "provider.remove": connection.request("provider.remove", { name }),
    "provider.uses": connection.request("provider.uses", { name }),
    "provider.models": connection.request("provider.models", { name }),
    "mcp.open": connection.request("mcp.open", { name }),
    "mcp.remove": connection.request("mcp.remove", { name }),
    "mcp.restart": connection.request("mcp.restart", { name }),
    "mcp.accept": connection.request("mcp.accept", { name }),
    "model.test": connection.request("model.test", { modelId }),
    "model.choose": connection.request("model.choose", { modelId }),
    "model.forget": connection.request("model.forget", { modelId }),
    "settings.update": connection.request("settings.update", { patch: { [name]: { [name]: { polluted: true } } } }),
    "provider.save": connection.request("provider.save", {
      name,
      extraHeaders: { [name]: "x" },
      apiBase: "http://[::1]:1",
    }),
    "session.open": connection.request("session.open", { sessionKey: `${name}:${name}` }),
    "knowledge.read": connection.request("knowledge.read", { path: name }),
  };
}

it("a name from outside that every object has is a name like any other, in every route that takes one", async () => {
  await using home = await createTestHome();
  await home.config({ agents: { defaults: { model: "practice/practice" } } });
  const connection = home.open({ localPorts: noServers }).connect(terminal);
  for (const name of names) await Promise.all(Object.values(requests(connection, name)));
  expect(Reflect.get({}, "polluted")).toBeUndefined();
  expect(home.logged.filter((line) => line.includes("a handler threw"))).toEqual([]);
});
