import { readFile, writeFile } from "node:fs/promises";
import { createServer, type ServerResponse } from "node:http";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readPage } from "../../../src-main/mcp/sources/catalogue-entries.ts";
import { portOf } from "../../support/port-of.ts";
import { createTestHome, terminal, value } from "../../support/test-home.ts";

type Answer = (url: URL, response: ServerResponse) => void;

/** A registry of our own. `asked`: what it was asked, in order. */
async function startRegistry(answer: Answer) {
  const asked: URL[] = [];
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "", "http://registry.test");
    asked.push(url);
    answer(url, response);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return {
    asked,
    address: `http://127.0.0.1:${portOf(server)}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

const official = "io.modelcontextprotocol.registry/official";
const entry = (name: string, more: object = {}) => ({
  server: {
    name: `io.test/${name}`,
    description: `Does ${name}.`,
    version: "1.0.0",
    repository: { url: "https://example.com/a" },
    packages: [{ registryType: "npm", identifier: `${name}-mcp`, version: "1.0.0" }],
  },
  _meta: { [official]: { status: "active", isLatest: true, ...more } },
});

const json: (value: unknown) => Answer = (given) => (_, response) => response.end(JSON.stringify(given));

async function personWith(address: string, home: Awaited<ReturnType<typeof createTestHome>>) {
  await home.config({ tools: { mcpRegistry: address } });
  const client = home.open().connect(terminal);
  return async (query = "", cursor: string | null = null, where: "registry" | "selection" = "registry") =>
    value(await client.request("mcpSources.catalogue", { where, query, cursor }));
}

describe("the catalogue", () => {
  it("asks the registry of the settings, page by page, and the same once an hour", async () => {
    await using registry = await startRegistry((url, response) => {
      const isSecond = url.searchParams.get("cursor") === "c 1";
      const servers = isSecond
        ? [entry("b")]
        : [entry("a"), entry("old", { isLatest: false }), entry("gone", { status: "deleted" })];
      response.end(JSON.stringify({ servers, metadata: isSecond ? {} : { nextCursor: "c 1" } }));
    });
    await using home = await createTestHome();
    const ask = await personWith(`${registry.address}/`, home);
    const first = await ask("notes");
    expect(first).toMatchObject({ source: "registry", problem: null, next: "c 1" });
    expect(first.entries).toEqual([
      {
        name: "io.test/a",
        title: "a",
        description: "Does a.",
        version: "1.0.0",
        page: "https://example.com/a",
        isTried: false,
        drafts: [
          {
            name: "a",
            target: { kind: "command", command: "npx", args: ["-y", "a-mcp@1.0.0"], cwd: null },
            values: {},
          },
        ],
      },
    ]);
    expect((await ask("notes", "c 1")).entries.map(({ title }) => title)).toEqual(["b"]);
    await ask("notes");
    expect(
      registry.asked.map((url) => [url.pathname, url.searchParams.get("search"), url.searchParams.get("cursor")]),
    ).toEqual([
      ["/v0/servers", "notes", null],
      ["/v0/servers", "notes", "c 1"],
    ]);
  });

  it("shows what was answered before, with its age, where the registry is silent, and else the selection", async () => {
    let isUp = true;
    await using registry = await startRegistry((url, response) => {
      if (isUp) return json({ servers: [entry("a")] })(url, response);
      response.statusCode = 503;
      response.end();
    });
    await using home = await createTestHome();
    const ask = await personWith(registry.address, home);
    const { at } = await ask();
    isUp = false;
    const path = join(home.home, "cache/mcp-catalogue.json");
    const kept = JSON.parse(await readFile(path, "utf8"));
    const hours = 3 * 60 * 60_000;
    await writeFile(path, JSON.stringify({ pages: kept.pages.map((one: object) => ({ ...one, at: at - hours })) }));
    const later = await personWith(registry.address, home);
    expect(await later()).toMatchObject({ source: "kept", at: at - hours, problem: expect.stringContaining("503") });
    const other = await later("files in folders");
    expect([other.source, other.entries.map(({ title }) => title)]).toEqual(["selection", ["Files"]]);
  });

  it.each<[string, Answer, string]>([
    ["no JSON", (_, response) => response.end("<html>"), "no catalogue"],
    ["JSON of another kind", json({ servers: 1 }), "no catalogue"],
    ["what is too deep", (_, response) => response.end("[".repeat(100_000)), "no catalogue"],
    ["without end", (_, response) => void response.write("[".padEnd(9 * 1024 * 1024)), "no catalogue"],
    ["nothing, and hangs up", (_, response) => void response.destroy(), "could not be reached"],
  ])("shows the selection where the registry answers %s", async (_, answer, words) => {
    await using registry = await startRegistry(answer);
    await using home = await createTestHome();
    const page = await (await personWith(registry.address, home))();
    expect(page).toMatchObject({ source: "selection", problem: expect.stringContaining(words) });
    expect(page.entries.length).toBeGreaterThan(20);
  });

  it("says so where the address of the settings is none, and makes anew what it cannot read", async () => {
    await using registry = await startRegistry(json({ servers: [entry("a")] }));
    await using home = await createTestHome();
    expect((await (await personWith("registry", home))()).problem).toContain("tools.mcpRegistry");
    const ask = await personWith(registry.address, home);
    await ask();
    await writeFile(join(home.home, "cache/mcp-catalogue.json"), "{ half");
    expect((await (await personWith(registry.address, home))()).source).toBe("registry");
  });
});

describe("the selection that comes along", () => {
  it("has servers that were tried, each with its version, and asks nobody", async () => {
    await using registry = await startRegistry(json({ servers: [] }));
    await using home = await createTestHome();
    const page = await (await personWith(registry.address, home))("", null, "selection");
    expect(page.problem).toBeNull();
    expect(registry.asked).toEqual([]);
    const tried = page.entries.filter(({ isTried }) => isTried);
    expect(tried.length).toBeGreaterThanOrEqual(30);
    for (const { drafts, version, description } of tried) {
      expect(description).not.toBe("");
      const [first] = drafts;
      expect(first?.target.kind === "command" ? first.target.args[1] : "").toMatch(new RegExp(`@${version}$`));
    }
    expect(page.entries.every(({ drafts, page: about }) => drafts.length > 0 && about !== null)).toBe(true);
    expect(new Set(page.entries.map(({ name }) => name)).size).toBe(page.entries.length);
  });
});

describe("a page of a registry", () => {
  it.each<[string, unknown, number | null]>([
    ["null", null, null],
    ["entries of other kinds", { servers: [null, 1, "a", {}, { server: { name: 1 } }, { name: "a" }] }, 1],
    [
      "null in every field",
      { servers: [{ server: { name: "a", title: null, packages: null, remotes: null } }], metadata: null },
      1,
    ],
  ])("of %s costs itself alone", (_, given, count) => {
    expect(readPage(given)?.entries.length ?? null).toBe(count);
  });
});
