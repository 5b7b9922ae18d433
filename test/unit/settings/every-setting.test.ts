import { readdirSync, readFileSync } from "node:fs";
import { rename, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { mergePatch } from "../../../src-main/settings/merge-patch.ts";
import { createAgentBench } from "../../support/agent-bench.ts";
import { settingLeaves } from "../../support/setting-leaves.ts";
import { createTestHome, type Recorded, record, type TestHome, terminal, value } from "../../support/test-home.ts";

const root = join(import.meta.dirname, "../../..");

/** The schema, and what reads, merges and writes every setting by whatever name. */
const handsOn = /^settings[/\\](?!memory-window)|^contract[/\\]settings\.ts$/;

/** Code without comments and strings. */
const sources: readonly string[] = ["src-main", "src-renderer", "src-preload"].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file) && !handsOn.test(file))
    .map((file) => readFileSync(join(root, folder, file), "utf8"))
    .map((source) => source.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, "").replace(/"[^"\n]*"/g, '""')),
);

/** Whose parts are reached through a name that is not theirs: entries of a record, limits by their scope. */
const byAnyName = /^(?:providers|tools\.mcpServers|prices)\.\*\.|^budgets\.(?:run|chat|day|month)\./;

/** It is taken from its section, by a dot or into a name of its own. */
function isRead(path: readonly string[]): boolean {
  const [section = "", name = ""] = path.slice(-2);
  const isAnywhere = byAnyName.test(path.join("."));
  const parent = isAnywhere ? "\\w+" : section;
  const byDot = new RegExp(`\\b${parent}\\??\\.${name}\\b(?!\\s*[=(](?!=))`);
  const byName = new RegExp(`\\{[^{}]*\\b${name}\\b[^{}]*\\}\\s*=\\s*[\\w.()?\\s]*\\b${parent}\\b`);
  const about = isAnywhere
    ? new RegExp(`\\b${path.find((part) => part !== "tools") ?? ""}\\b|Settings\\b|\\bPrice\\b`)
    : /./;
  return sources.some((source) => about.test(source) && (byDot.test(source) || byName.test(source)));
}

describe("a setting", () => {
  it("has a reader", () => {
    const unread = settingLeaves.filter(({ path }) => !isRead(path)).map(({ path }) => path.join("."));
    expect(unread, "a new setting needs a reader").toEqual([]);
  });

  it("that nobody reads is noticed", () => {
    expect(isRead(["agents", "defaults", "madeUp"])).toBe(false);
    expect(isRead(["providers", "*", "madeUp"])).toBe(false);
  });
});

/** Resolves once a change of settings was told that came after all that were told so far. */
function nextChange(seen: Recorded): Promise<unknown> {
  const before = seen.events.at(-1)?.seq ?? 0;
  return seen.until("settings-changed", ({ seq }) => seq > before);
}

const pathOf = (home: TestHome) => join(home.home, "config.json");

/** As editors do it: nobody sees half of the file. */
async function edit(path: string, content: string): Promise<void> {
  await writeFile(`${path}~`, content);
  await rename(`${path}~`, path);
}

describe("a change of any setting is told", () => {
  it("when a client makes it", async () => {
    await using home = await createTestHome();
    const client = home.open().connect(terminal);
    const seen = await record(client);
    for (const { patch } of settingLeaves) {
      const told = nextChange(seen);
      value(await client.request("settings.update", { patch }));
      await told;
    }
  });

  it("when a hand edits the file", async () => {
    await using home = await createTestHome();
    await home.config({});
    const client = home.open().connect(terminal);
    const seen = await record(client);
    value(await client.request("settings.get", {}));
    let content: Readonly<Record<string, unknown>> = {};
    for (const { patch } of settingLeaves) {
      content = mergePatch(content, patch);
      const told = nextChange(seen);
      await edit(pathOf(home), JSON.stringify(content));
      await told;
      value(await client.request("settings.get", {}));
    }
  });
});

describe("a change of the settings is told", () => {
  it("when a slash command sets the first model", async () => {
    await using bench = await createAgentBench([], { defaults: { model: null } });
    const told = nextChange(bench.seen);
    await bench.send("/model custom/scripted");
    await told;
    expect(value(await bench.client.request("settings.get", {})).settings.agents.defaults.model).toBe(
      "custom/scripted",
    );
  });

  it("once when the file can no longer be read, and again when it can", async () => {
    await using home = await createTestHome();
    await home.config({});
    const client = home.open().connect(terminal);
    const seen = await record(client);
    value(await client.request("settings.get", {}));
    const broken = nextChange(seen);
    await edit(pathOf(home), "{ no");
    await broken;
    expect(await client.request("settings.get", {})).toMatchObject({ ok: false, error: { code: "bad-settings" } });
    const mended = nextChange(seen);
    await edit(pathOf(home), "{}");
    await mended;
    value(await client.request("settings.get", {}));
    expect(home.logged.filter((line) => line.includes("settings were changed and cannot be used"))).toHaveLength(1);
  });

  it("when the file is a link and what it leads to is edited", async () => {
    await using home = await createTestHome();
    const real = join(home.folder, "dotfiles.json");
    await writeFile(real, "{}");
    await symlink(real, pathOf(home));
    const client = home.open().connect(terminal);
    const seen = await record(client);
    value(await client.request("settings.get", {}));
    const told = nextChange(seen);
    await edit(real, JSON.stringify({ approvals: { mode: "plan" } }));
    await told;
    expect(value(await client.request("settings.get", {})).settings.approvals.mode).toBe("plan");
  });
});
