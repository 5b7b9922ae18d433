import { mkdir, writeFile } from "node:fs/promises";
import { describe, expect, it, onTestFinished } from "vitest";
import { createTestHome, terminal } from "../../support/test-home.ts";

const packages = [
  { name: "@scope/one", version: "1.0.0", licence: "MIT", text: "of one" },
  { name: "Inter", version: "", licence: "OFL-1.1", text: "of the font" },
];

async function open(content: string | null) {
  const home = await createTestHome();
  onTestFinished(() => home[Symbol.asyncDispose]());
  if (content !== null) await writeFile(home.host.paths.parts, content);
  return { home, client: home.open().connect(terminal) };
}

describe("what Perch is made of", () => {
  it("is listed without its texts, and each text is told when it is asked for", async () => {
    const { client } = await open(JSON.stringify({ packages }));
    expect(await client.request("about.parts", {})).toEqual({
      ok: true,
      value: { parts: packages.map(({ text: _text, ...part }) => part) },
    });
    expect(await client.request("about.licence", { name: "Inter", version: "" })).toEqual({
      ok: true,
      value: { text: "of the font" },
    });
    const unknown = await client.request("about.licence", { name: "@scope/one", version: "2.0.0" });
    expect(unknown).toMatchObject({
      ok: false,
      error: { code: "not-found", message: expect.stringContaining("@scope/one 2.0.0") },
    });
  });

  it("is not known before it was built", async () => {
    const { client } = await open(null);
    expect(await client.request("about.parts", {})).toMatchObject({ ok: false, error: { code: "not-found" } });
    expect(await client.request("about.licence", { name: "a", version: "" })).toMatchObject({
      ok: false,
      error: { code: "not-found" },
    });
  });

  it.each(["", "{", "[]", '{"packages":[{"name":"a"}]}'])("says so where its list is broken: %s", async (content) => {
    const { client } = await open(content);
    expect(await client.request("about.parts", {})).toMatchObject({ ok: false, error: { code: "storage" } });
  });

  it("says so where its list cannot be read", async () => {
    const { home, client } = await open(null);
    await mkdir(home.host.paths.parts);
    expect(await client.request("about.parts", {})).toMatchObject({ ok: false, error: { code: "storage" } });
  });
});
