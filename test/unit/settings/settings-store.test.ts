import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createSettingsStore } from "../../../src-main/settings/settings-store.ts";
import { nodeFileSystem } from "../../../src-main/storage/file-system.ts";
import { ok } from "../../../src-preload/contract/result.ts";
import { createTestHome, terminal, value } from "../../support/test-home.ts";

async function openHome() {
  const home = await createTestHome();
  await home.config({ note: "as it was" });
  const client = home.open().connect(terminal);
  return {
    update: (patch: Record<string, unknown>) => client.request("settings.update", { patch }),
    file: () => readFile(join(home.home, "config.json"), "utf8"),
    [Symbol.asyncDispose]: () => home[Symbol.asyncDispose](),
  };
}

function nested(levels: number): Record<string, unknown> {
  let value: Record<string, unknown> = {};
  for (let level = 0; level < levels; level++) value = { a: value };
  return value;
}

describe("a change of the settings that cannot be made", () => {
  const reference = "$".concat("{NO_SUCH_KEY}");

  it.each([
    ["a wrong value", { approvals: { mode: "maybe" } }, /not changed: a wrong value for approvals\.mode: /],
    ["a missing variable", { providers: { x: { apiKey: reference } } }, /providers\.x\.apiKey uses \$\{NO_SUCH_KEY\}/],
    ["ten thousand levels", nested(10_000), /the change is nested more than 100 levels deep/],
  ])("%s is named, the file is not blamed, and the next change is saved", async (_, patch, sentence) => {
    await using home = await openHome();
    const refused = await home.update(patch);
    expect(refused).toMatchObject({
      ok: false,
      error: { code: "invalid-input", message: expect.stringMatching(sentence) },
    });
    expect(refused.ok ? "" : refused.error.message).not.toMatch(/config\.json|call stack/);
    expect(JSON.parse(await home.file())).toEqual({ note: "as it was" });
    value(await home.update({ note: "well" }));
    expect(JSON.parse(await home.file())).toEqual({ note: "well" });
  });

  it("tells the field also as data", async () => {
    await using home = await openHome();
    expect(await home.update({ agents: { defaults: { maxTokens: 0 } } })).toMatchObject({
      ok: false,
      error: { data: { field: "agents.defaults.maxTokens" } },
    });
  });
});

describe("a file that somebody else changes while the process runs", () => {
  it("counts within a second, and a broken one is told of until it is whole again", async () => {
    await using home = await createTestHome();
    let now = 0;
    const store = createSettingsStore({ ...home.host, monotonic: () => now }, nodeFileSystem, async () =>
      ok(undefined),
    );
    const model = async () => value(await store.current()).agents.defaults.model;
    await home.config({ agents: { defaults: { model: "custom/one" } } });
    expect(await model()).toBe("custom/one");
    const before = value(await store.current());
    now += 2000;
    expect(value(await store.current())).toBe(before);
    await home.config({ agents: { defaults: { model: "custom/another" } } });
    now += 2000;
    expect(await model()).toBe("custom/another");
    await writeFile(store.path, "{");
    now += 2000;
    expect(await store.current()).toMatchObject({ ok: false, error: { code: "bad-settings" } });
    await home.config({ agents: { defaults: { model: "custom/three" } } });
    now += 2000;
    expect(await model()).toBe("custom/three");
  });
});

it("what a client saw of the environment and hands back stays what the file says", async () => {
  const [key, team] = ["$".concat("{MY_KEY}"), "$".concat("{MY_TEAM}")];
  await using home = await createTestHome({ MY_KEY: "key-of-the-environment", MY_TEAM: "blue" });
  const extraHeaders = { "X-Api-Key": key, "X-Team": team };
  await home.config({ providers: { custom: { apiBase: "http://127.0.0.1:9/v1", extraHeaders } } });
  const client = home.open().connect(terminal);
  const change = { name: "custom", extraHeaders: { "X-Api-Key": "••••", "X-Team": "••••", "X-New": "1" } };
  value(await client.request("provider.save", change));
  const { settings } = value(await client.request("settings.get", {}));
  value(await client.request("settings.update", { patch: { providers: settings.providers } }));
  const { providers } = JSON.parse(await readFile(join(home.home, "config.json"), "utf8"));
  expect(providers.custom.extraHeaders).toEqual({ ...extraHeaders, "X-New": "1" });
});
