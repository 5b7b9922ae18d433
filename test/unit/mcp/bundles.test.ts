import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Manifest, readManifest, startOf } from "../../../src-main/mcp/sources/bundle-manifest.ts";
import { bundleTarget, bundleVariables } from "../../../src-main/mcp/sources/bundle-target.ts";
import { makeZip, type ZipEntry } from "../../support/make-zip.ts";
import { createTestHome, terminal, value } from "../../support/test-home.ts";

const script = join(import.meta.dirname, "../../support/mcp/stdio-server.mjs");

const basic = {
  manifest_version: "0.3",
  name: "Notes Keeper",
  display_name: "Notes",
  version: "1.2.0",
  description: "Keeps notes.",
  author: { name: "Ada" },
  server: {
    type: "node",
    entry_point: "server/index.mjs",
    mcp_config: {
      command: process.execPath,
      args: [`\${__dirname}/server/index.mjs`, "{}", `\${user_config.folders}`, `--most=\${user_config.most}`],
      env: { API: `\${user_config.key}`, PLAIN: "x", OPTIONAL: `\${user_config.optional}` },
    },
  },
  user_config: {
    key: { type: "string", title: "Key", description: "From the page.", sensitive: true, required: true },
    folders: { type: "directory", title: "Folders", multiple: true, required: true, default: [`\${HOME}/Notes`] },
    most: { type: "number", title: "Most", min: 1, max: 10, default: 5 },
    optional: { type: "string", title: "Optional" },
  },
};

async function zipOf(manifest: unknown = basic, more: readonly ZipEntry[] = []): Promise<Buffer> {
  const content = typeof manifest === "string" ? manifest : JSON.stringify(manifest);
  return makeZip([
    { name: "manifest.json", content },
    { name: "server/index.mjs", content: await readFile(script) },
    { name: "node_modules/a/index.js", content: "1" },
    ...more,
  ]);
}

async function personAt(home: Awaited<ReturnType<typeof createTestHome>>) {
  const client = home.open().connect(terminal);
  const look = (bytes: Buffer) =>
    client.request("mcpSources.lookAtBundle", { origin: { kind: "bytes", base64: bytes.toString("base64") } });
  return {
    client,
    look,
    add: (token: string, values: Record<string, string | number | string[]> = {}) =>
      client.request("mcpSources.addBundle", { token, values }),
    saved: async () =>
      JSON.parse(await readFile(join(home.home, "config.json"), "utf8").catch(() => "{}")).tools?.mcpServers ?? {},
    unpacked: () => readdir(join(home.home, "mcp-bundles")).catch(() => []),
  };
}

describe("a bundle", () => {
  it("is shown before anything of it is written, unpacked and started where the person adds it, and removed with its server", async () => {
    await using home = await createTestHome();
    const person = await personAt(home);
    const shown = value(await person.look(await zipOf()));
    expect(shown).toMatchObject({
      name: "Notes-Keeper",
      title: "Notes",
      version: "1.2.0",
      author: "Ada",
      fileCount: 3,
      signature: "none",
      problem: null,
      isUpdate: false,
      variables: ["API", "PLAIN=x", "OPTIONAL"],
    });
    expect(shown.target).toMatchObject({
      args: [expect.stringContaining("index.mjs"), "{}", "<folders>", "--most=<most>"],
    });
    expect(shown.settings.map(({ key, kind, isSecret, isList }) => [key, kind, isSecret, isList])).toEqual([
      ["key", "text", true, false],
      ["folders", "folder", false, true],
      ["most", "number", false, false],
      ["optional", "text", false, false],
    ]);
    expect([await person.saved(), await person.unpacked()]).toEqual([{}, []]);
    const { server } = value(await person.add(shown.token, { key: "hush-$&-1", folders: ["/a b", "~/c"], most: 7 }));
    expect(server.name).toBe("Notes-Keeper");
    const [folder = ""] = await person.unpacked();
    const own = (await person.saved())["Notes-Keeper"];
    expect(own.args.slice(1)).toEqual(["{}", "/a b", join(home.host.paths.userHome, "c"), "--most=7"]);
    expect(own.args[0]).toBe(join(home.home, "mcp-bundles", folder, "server/index.mjs"));
    expect(own.env).toEqual({ API: "secret:mcp:Notes-Keeper:API", PLAIN: "x" });
    expect(home.secrets.get("mcp:Notes-Keeper:API")).toBe("hush-$&-1");
    const restarted = value(await person.client.request("mcp.restart", { name: "Notes-Keeper" }));
    expect(restarted.server).toMatchObject({ state: "ready", toolCount: 7 });
    value(await person.client.request("mcp.remove", { name: "Notes-Keeper" }));
    expect([await person.unpacked(), await person.saved(), [...home.secrets.keys()]]).toEqual([[], {}, []]);
  });

  it("takes the place of an older one whole, and keeps what was entered for it", async () => {
    await using home = await createTestHome();
    const person = await personAt(home);
    const first = value(await person.look(await zipOf(basic, [{ name: "old.txt", content: "1" }])));
    value(await person.add(first.token, { key: "hush-1" }));
    const second = value(
      await person.look(await zipOf({ ...basic, version: "1.3.0" }, [{ name: "new.txt", content: "2" }])),
    );
    expect(second).toMatchObject({ name: "Notes-Keeper", isUpdate: true });
    value(await person.add(second.token));
    const [folder = "", ...others] = await person.unpacked();
    expect(others).toEqual([]);
    expect((await readdir(join(home.home, "mcp-bundles", folder))).toSorted()).toEqual([
      ...["manifest.json", "new.txt", "node_modules", "server"],
    ]);
    expect(home.secrets.get("mcp:Notes-Keeper:API")).toBe("hush-1");
    expect((await person.saved())["Notes-Keeper"].env).toEqual({ API: "secret:mcp:Notes-Keeper:API", PLAIN: "x" });
  });

  it("leaves a server of the same name that came in another way alone", async () => {
    await using home = await createTestHome();
    await home.config({ tools: { mcpServers: { "notes-keeper": { command: "mine" } } } });
    const person = await personAt(home);
    expect(value(await person.look(await zipOf()))).toMatchObject({ name: "Notes-Keeper-2", isUpdate: false });
  });

  it.each<[string, Record<string, string | number | string[]>, string, string]>([
    ["a setting that is needed", { key: " " }, "key", "Key is needed"],
    ["a number that is too large", { key: "k", most: 11 }, "most", "at most 10"],
    ["what is no number", { key: "k", most: "many" }, "most", "no number"],
    ["a folder without its whole path", { key: "k", folders: ["here"] }, "folders", "whole path"],
  ])("is not added with %s", async (_, values, field, words) => {
    await using home = await createTestHome();
    const person = await personAt(home);
    const { token } = value(await person.look(await zipOf()));
    const added = await person.add(token, values);
    expect(added).toMatchObject({
      ok: false,
      error: { code: "invalid-input", message: expect.stringContaining(words), data: { field } },
    });
    expect([await person.saved(), await person.unpacked()]).toEqual([{}, []]);
  });

  it.each<[string, () => Promise<Buffer>, string]>([
    ["no zip", async () => Buffer.from("no zip"), "no zip that can be read"],
    ["without a manifest", async () => makeZip([{ name: "a/manifest.json", content: "{}" }]), "no manifest.json"],
    ["with half a manifest", () => zipOf("{"), "no JSON"],
    ["with a manifest that lacks something", () => zipOf({ name: "a", version: "1", server: {} }), "server.type"],
    ["with a manifest that is too deep", () => zipOf("[".repeat(100_000)), "no JSON"],
    [
      "that leads out of its folder",
      () => zipOf(basic, [{ name: "../../evil", content: "1" }]),
      "nothing of it was taken",
    ],
    ["with a link", () => zipOf(basic, [{ name: "l", content: "/etc", mode: 0o120777 }]), "nothing of it was taken"],
  ])("%s is told as such", async (_, make, words) => {
    await using home = await createTestHome();
    const person = await personAt(home);
    expect(await person.look(await make())).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining(words) },
    });
    expect(await person.unpacked()).toEqual([]);
  });

  it("for another kind of computer is shown and not added", async () => {
    await using home = await createTestHome();
    const person = await personAt(home);
    const other = process.platform === "win32" ? "darwin" : "win32";
    const shown = value(await person.look(await zipOf({ ...basic, compatibility: { platforms: [other] } })));
    expect(shown.problem).toContain("not made for this kind");
    expect(await person.add(shown.token, { key: "k" })).toMatchObject({ ok: false });
    expect(await person.unpacked()).toEqual([]);
  });

  it("with a signature is said to have one that nobody checked, and is read by its path too", async () => {
    await using home = await createTestHome();
    const person = await personAt(home);
    const path = join(home.folder, "a.mcpb");
    const block = Buffer.from("MCPB_SIG_V1\0\0\0\0MCPB_SIG_END");
    const told = await zipOf();
    // Newer tools say in the zip how long what follows is, older ones do not.
    told.writeUInt16LE(block.length, told.length - 2);
    for (const zip of [told, await zipOf()]) {
      await writeFile(path, Buffer.concat([zip, block]));
      const origin = { kind: "path" as const, path };
      const shown = value(await person.client.request("mcpSources.lookAtBundle", { origin }));
      expect(shown.signature).toBe("unchecked");
    }
    const gone = await person.client.request("mcpSources.lookAtBundle", { origin: { kind: "path", path: `${path}x` } });
    expect(gone).toMatchObject({ ok: false, error: { message: expect.stringContaining("cannot be read") } });
  });

  it("of a program gets the right to be run, which archives of Windows do not tell", async () => {
    await using home = await createTestHome();
    const person = await personAt(home);
    const server = { type: "binary", entry_point: "bin/tool", mcp_config: { command: "bin/tool" } };
    const { token } = value(
      await person.look(await zipOf({ ...basic, server, user_config: {} }, [{ name: "bin/tool", content: "#!" }])),
    );
    value(await person.add(token));
    const [folder = ""] = await person.unpacked();
    const place = join(home.home, "mcp-bundles", folder, "bin/tool");
    expect((await stat(place)).mode & 0o777).toBe(0o700);
    expect((await person.saved())["Notes-Keeper"].command).toBe(place);
  });
});

describe("what a bundle is started with", () => {
  const of = (server: object): Manifest => {
    const read = readManifest(Buffer.from(JSON.stringify({ ...basic, server })));
    if (!read.ok) throw new Error(read.error);
    return read.value;
  };
  const place = (platform: NodeJS.Platform) =>
    platform === "win32"
      ? { folder: String.raw`C:\b`, userHome: String.raw`C:\me`, platform }
      : { folder: "/b", userHome: "/me", platform };

  it.each<[string, object, NodeJS.Platform, readonly string[]]>([
    [
      "its own words",
      basic.server.mcp_config,
      "linux",
      [process.execPath, "/b/server/index.mjs", "{}", "<folders>", "--most=<most>"],
    ],
    [
      "those of its system",
      { command: "a", args: ["1"], platform_overrides: { win32: { command: "b.exe" } } },
      "win32",
      ["b.exe", "1"],
    ],
    ["a path in it", { command: "bin/a", args: ["x/y"] }, "linux", ["/b/bin/a", "x/y"]],
    [
      "places of the person",
      { command: "a", args: [`\${HOME}`, `\${DOCUMENTS}\${/}x`, `\${other}`] },
      "linux",
      ["a", "/me", "/me/Documents/x", `\${other}`],
    ],
    [
      "places on Windows",
      { command: "a", args: [`\${DOWNLOADS}\${pathSeparator}x`] },
      "win32",
      ["a", String.raw`C:\me\Downloads\x`],
    ],
  ])("is %s", (_, config, platform, words) => {
    const target = bundleTarget(
      startOf(of({ type: "node", entry_point: "i.js", mcp_config: config }), platform),
      place(platform),
      {},
    );
    expect([target.command, ...target.args]).toEqual(words);
  });

  it.each<[string, readonly string[]]>([
    ["node", ["node", "/b/i"]],
    ["python", ["python3", "/b/i"]],
    ["binary", ["/b/i"]],
    ["uv", ["uv", "run", "--directory", "/b", "i"]],
  ])("is the usual of %s where it says nothing", (type, words) => {
    const target = bundleTarget(startOf(of({ type, entry_point: "i" }), "linux"), place("linux"), {});
    expect([target.command, ...target.args]).toEqual(words);
  });

  it("never takes what a person enters for a sign", () => {
    const start = startOf(of(basic.server), "linux");
    const values = { key: `\${HOME}$&`, folders: [], most: 1 };
    expect(bundleVariables(start, place("linux"), values)).toEqual({ API: `\${HOME}$&`, PLAIN: "x" });
  });
});
