import { describe, expect, it } from "vitest";
import { keysInSettings, secretNames } from "../../../src-main/keys/keys-in-settings.ts";
import { settingsSchema } from "../../../src-preload/contract/settings.ts";

const settingsWith = (provider: object) => settingsSchema.parse({ providers: { custom: provider } });

describe("the keys of the settings", () => {
  it.each([
    ["a key", { apiKey: " made-up " }, ["made-up"]],
    ["a bearer header", { extraHeaders: { Authorization: "Bearer made-up" } }, ["Bearer made-up", "made-up"]],
    ["a key header", { extraHeaders: { "X-Api-Key": "made-up" } }, ["made-up"]],
    [
      "a header that only looks like one",
      { extraHeaders: { "X-Org": "a1b2c3d4e5f6a1b2c3d4" } },
      ["a1b2c3d4e5f6a1b2c3d4"],
    ],
    [
      "headers for people",
      { extraHeaders: { "X-Author": "Made Up Name", "HTTP-Referer": "https://example.org/app1", "X-Title": "Perch" } },
      [],
    ],
    ["an address that asks with one", { apiBase: "https://h/v1?key=made%20up&api-version=2024-10-21" }, ["made up"]],
    ["a password in an address", { apiBase: "https://me:made%40up@h/v1" }, ["made@up", "made%40up"]],
    ["an address that is none", { apiBase: "nowhere" }, []],
    ["a reference", { apiKey: "secret:mine" }, []],
    ["a header that is one", { extraHeaders: { "X-Api-Key": "secret:mine" } }, []],
  ])("are found in %s", (_what, provider, expected) => {
    expect(keysInSettings(settingsWith(provider)).filter((key) => key !== "")).toEqual(expected);
  });

  it.each([
    ["variables that are named so", { command: "x", env: { API_TOKEN: "made-up", LOG_LEVEL: "debug" } }, ["made-up"]],
    [
      "variables that look so, and no paths",
      { command: "x", env: { A: "a1b2c3d4e5f6a1b2c3d4", B: "/home/me/folder-number-1" } },
      ["a1b2c3d4e5f6a1b2c3d4"],
    ],
    ["headers", { url: "https://h/mcp", headers: { Authorization: "Bearer made-up" } }, ["Bearer made-up", "made-up"]],
    ["an address", { url: "https://h/mcp?key=made-up" }, ["made-up"]],
    [
      "what is handed over",
      { command: "x", args: ["--api-key", "made-up", "--token=other", "--name", "me", "/home/me/folder-number-1"] },
      ["made-up", "other"],
    ],
    ["references", { command: "x", env: { API_TOKEN: "secret:mine" } }, []],
  ])("are found in a server's %s", (_what, server, expected) => {
    const settings = settingsSchema.parse({ tools: { mcpServers: { files: server } } });
    expect(keysInSettings(settings).filter((key) => key !== "")).toEqual(expected);
  });

  it("are those of a basic header, and its password", () => {
    const encoded = Buffer.from("me:made-up").toString("base64");
    const found = keysInSettings(settingsWith({ extraHeaders: { authorization: `Basic ${encoded}` } }));
    expect(found).toEqual([`Basic ${encoded}`, encoded, "made-up"]);
  });

  it("names those that the key store holds", () => {
    expect(secretNames(settingsWith({ apiKey: " secret:mine " }))).toEqual(["mine"]);
  });
});
