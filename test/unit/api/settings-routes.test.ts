import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { createTestHome, terminal, value } from "../../support/test-home.ts";

const provider = {
  apiKey: "made-up-key-1",
  apiBase: "http://127.0.0.1:1/v1?key=made-up-key-2",
  extraHeaders: { "x-api-key": "made-up-key-3", "X-Title": "Perch" },
};

it("settings show a word in a key's place, and a change that sends it back leaves the key as it is", async () => {
  await using test = await createTestHome();
  await test.config({ providers: { custom: provider } });
  const client = test.open().connect(terminal);
  const { settings } = value(await client.request("settings.get", {}));
  expect(settings.providers["custom"]).toMatchObject({
    apiKey: "[key]",
    apiBase: "http://127.0.0.1:1/v1?key=[key]",
    extraHeaders: { "x-api-key": "[key]", "X-Title": "Perch" },
  });
  const changed = { ...settings.providers["custom"], models: ["one"] };
  value(await client.request("settings.update", { patch: { providers: { custom: changed } } }));
  const kept = JSON.parse(await readFile(join(test.home, "config.json"), "utf8"));
  expect(kept.providers.custom).toEqual({ ...provider, models: ["one"] });
});

it("the address of a proxy is not changed around a password that was not shown, and that is said", async () => {
  await using test = await createTestHome();
  await test.config({ network: { proxy: "http://user:pw@127.0.0.1:3128" } });
  const client = test.open().connect(terminal);
  const { settings } = value(await client.request("settings.get", {}));
  expect(settings.network.proxy).toBe("http://user:[key]@127.0.0.1:3128");
  const sendBack = (proxy: string | null) => client.request("settings.update", { patch: { network: { proxy } } });
  value(await sendBack(settings.network.proxy));
  expect(await sendBack("http://user:[key]@127.0.0.1:31280")).toMatchObject({
    ok: false,
    error: { code: "invalid-input", message: expect.stringContaining("[key]") },
  });
  const kept = JSON.parse(await readFile(join(test.home, "config.json"), "utf8"));
  expect(kept.network.proxy).toBe("http://user:pw@127.0.0.1:3128");
});
