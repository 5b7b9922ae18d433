import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { describe, expect, it } from "vitest";

/*
 * Who may import whom (design: layout). Every import of every source is looked up here; a folder without a row fails.
 */

const root = join(import.meta.dirname, "../..");

interface Row {
  /** Folders and files (prefixes) whose values may be imported. */
  readonly values: readonly string[];
  /** More that may be imported as types only. */
  readonly types?: readonly string[];
  readonly packages: readonly string[] | "any";
}

const contract = "src-preload/contract/";
const features = [
  ...["agent", "models", "providers", "tools", "processes", "policy", "sessions", "knowledge", "workspace"],
  ...["files", "health", "usage", "mcp", "drafts", "transcription", "undo", "sandbox", "web", "commands"],
  ...["automations", "inbox", "heartbeat", "subagents", "backups"],
].map((name) => `src-main/${name}/`);
/** Single files that know nothing of the rest: words of the catalogue, what was thrown, ends of a text, a day in words, our own files. */
const basics = ["words", "thrown", "text-ends", "local-day", "real-files"].map((name) => `src-main/${name}.ts`);
const pure = [
  ...basics,
  ...["bus", "storage", "keys", "settings", "network"].map((name) => `src-main/${name}/`),
  "src-main/file-log.ts",
];
const core = [...features, ...pure, "src-main/api/"];

/** A feature sees its own files and those of the rooms below it; of all others the types alone. */
function feature(name: string, below: readonly string[] = []): Row {
  const own = [name, ...below].map((one) => (one.endsWith(".ts") ? `src-main/${one}` : `src-main/${one}/`));
  return { values: [contract, ...own, ...pure], types: ["src-main/host.ts", ...features], packages: "any" };
}

const bridge = ["src-preload/desktop-channels.ts", "src-preload/desktop-bridge.ts"];
const shared = ["src-renderer/ui/", "src-renderer/state/", "src-renderer/columns/"];
const places = readdirSync(join(root, "src-renderer/features"));

const table: Readonly<Record<string, Row>> = {
  "src-preload/contract/": { values: [contract], packages: ["zod"] },
  "src-main/bus/": { values: [contract, "src-main/bus/"], types: ["src-main/host.ts"], packages: "any" },
  "src-main/words.ts": {
    values: ["resources/locales/en.json"],
    types: ["src-preload/contract/word-sides.ts"],
    packages: [],
  },
  "src-main/thrown.ts": { values: [], packages: [] },
  "src-main/text-ends.ts": { values: [], packages: [] },
  "src-main/local-day.ts": { values: [], packages: [] },
  "src-main/real-files.ts": { values: [], packages: ["@vscode/ripgrep"] },
  "src-main/file-log.ts": { values: [], types: ["src-main/host.ts"], packages: [] },
  "src-main/storage/": {
    values: [contract, "src-main/storage/", "src-main/bus/lane.ts", ...basics],
    types: ["src-main/host.ts"],
    packages: "any",
  },
  "src-main/settings/": {
    values: [contract, "src-main/settings/", "src-main/bus/lane.ts", ...basics],
    types: ["src-main/host.ts", "src-main/storage/"],
    packages: "any",
  },
  "src-main/keys/": {
    values: [contract, "src-main/keys/", "src-main/settings/", ...basics],
    types: ["src-main/host.ts", "src-main/storage/"],
    packages: "any",
  },
  "src-main/network/": {
    values: [contract, "src-main/network/", "src-main/keys/", ...basics],
    types: ["src-main/host.ts"],
    packages: "any",
  },
  "src-main/api/": {
    values: [contract, "src-main/api/", "src-main/keys/without-keys.ts", ...basics],
    types: ["src-main/host.ts", ...core],
    packages: [],
  },
  "src-main/assistant.ts": {
    values: [contract, "src-main/assistant/", ...core],
    types: ["src-main/host.ts"],
    packages: [],
  },
  "src-main/assistant/": {
    values: [contract, "src-main/assistant/", ...core],
    types: ["src-main/host.ts"],
    packages: [],
  },
  "src-main/host.ts": { values: [], packages: [] },
  "src-main/host-node.ts": { values: [...core], types: ["src-main/host.ts"], packages: "any" },
  "src-main/serve/": {
    values: [contract, "src-main/serve/", "src-main/assistant.ts", "src-main/api/", ...pure],
    types: ["src-main/host.ts"],
    packages: "any",
  },
  "src-main/cli/": {
    values: [
      contract,
      "src-main/cli/",
      "src-main/serve/",
      "src-main/assistant.ts",
      "src-main/host-node.ts",
      ...pure,
      "package.json",
    ],
    types: ["src-main/host.ts"],
    packages: "any",
  },
  "src-main/cli.ts": { values: ["src-main/cli/", "scripts/packaged-node.mjs"], packages: "any" },
  "src-main/desktop/": {
    values: [
      contract,
      ...["desktop", "serve", "api"].map((name) => `src-main/${name}/`),
      "src-main/processes/script-line.ts",
      ...pure,
      ...bridge,
    ],
    types: ["src-main/host.ts"],
    packages: "any",
  },
  "src-main/desktop.ts": {
    values: [
      contract,
      "src-main/desktop/",
      "src-main/serve/",
      "src-main/assistant.ts",
      "src-main/host-node.ts",
      ...pure,
      "package.json",
    ],
    packages: "any",
  },
  "src-preload/preload.ts": { values: bridge, types: [contract], packages: ["electron"] },
  "src-preload/": { values: [], types: [contract], packages: [] },
  "src-renderer/": { values: ["src-renderer/"], packages: "any" },
  "src-renderer/client/": window("client", ["src-renderer/ui/text.ts", ...bridge]),
  "src-renderer/state/": window("state", ["src-renderer/client/", "src-renderer/ui/"]),
  "src-renderer/quick/": window("quick", [...shared, "src-renderer/client/", "src-renderer/theme/"]),
  "src-renderer/columns/": window("columns", ["src-renderer/state/", "src-renderer/ui/"]),
  "src-renderer/ui/": window("ui", ["resources/", "src-renderer/theme/fonts/"]),
  ...Object.fromEntries(
    places.map((name) => [
      `src-renderer/features/${name}/`,
      window(`features/${name}`, shared, ["src-renderer/client/"]),
    ]),
  ),
  ...Object.fromEntries(features.map((folder) => [folder, feature(folder.split("/")[1] ?? "")])),
  "src-main/providers/": feature("providers", ["models"]),
  "src-main/tools/": feature("tools", ["processes", "sandbox/refusals.ts"]),
  "src-main/commands/": feature("commands", ["processes"]),
  // What it keeps commands from is what the policy keeps tables of.
  "src-main/sandbox/": feature("sandbox", ["policy", "processes"]),
  // Its search runs in the database's thread, beside what it searches.
  "src-main/storage/database-worker.ts": {
    values: [contract, "src-main/storage/", "src-main/knowledge/recall/recall-service.ts", ...basics],
    types: ["src-main/host.ts"],
    packages: "any",
  },
  "src-main/backups/": feature("backups", ["knowledge/memory/facts.ts"]),
  "src-main/knowledge/": feature("knowledge", ["models", "providers"]),
  "src-main/transcription/": feature("transcription", ["models", "providers"]),
};

/** A folder of the window: its own files, the contract, what is named, and never the agent's side or Node. */
function window(folder: string, more: readonly string[], types: readonly string[] = []): Row {
  return { values: [contract, `src-renderer/${folder}/`, ...more], types: [...bridge, ...types], packages: "any" };
}

interface Import {
  readonly file: string;
  readonly target: string;
  readonly typeOnly: boolean;
}

function sourcesBelow(folder: string): readonly string[] {
  return filesBelow(folder, /\.(ts|tsx)$/);
}

function filesBelow(folder: string, ending: RegExp): readonly string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && ending.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join("/"));
}

const importPattern =
  /(?:^|\n)\s*(?:import|export)\s+(type\s)?([^;"']*?)from\s+["']([^"']+)["']|import\(\s*["']([^"']+)["']\s*\)|(?:^|\n)import\s+["']([^"']+)["']/g;

function importsOf(file: string): readonly Import[] {
  const text = readFileSync(join(root, file), "utf8");
  return [...text.matchAll(importPattern)].map((match) => {
    const specifier = match[3] ?? match[4] ?? match[5] ?? "";
    const names = match[2] ?? "";
    const everyNameIsType =
      /^\{/.test(names.trim()) &&
      names
        .replace(/[{}]/g, "")
        .split(",")
        .filter((name) => name.trim() !== "")
        .every((name) => /^\s*type\s/.test(name));
    const target = specifier.startsWith(".")
      ? relative(root, join(root, dirname(file), specifier))
          .split(sep)
          .join("/")
      : specifier;
    return { file, target, typeOnly: match[1] !== undefined || everyNameIsType };
  });
}

function rowOf(file: string): Row | undefined {
  const keys = Object.keys(table).filter((key) => file === key || (key.endsWith("/") && file.startsWith(key)));
  return table[keys.toSorted((a, b) => b.length - a.length)[0] ?? ""];
}

function isLocal(target: string): boolean {
  return /^(src-|resources\/|scripts\/|package\.json|test\/)/.test(target);
}

function breaks(one: Import): boolean {
  const row = rowOf(one.file);
  if (row === undefined) return true;
  if (one.target.startsWith("node:")) return one.file.startsWith(contract) || one.file.startsWith("src-renderer/");
  if (!isLocal(one.target)) return row.packages !== "any" && !row.packages.includes(one.target);
  const allowed = one.typeOnly ? [...row.values, ...(row.types ?? [])] : row.values;
  return !allowed.some((prefix) => one.target === prefix || (prefix.endsWith("/") && one.target.startsWith(prefix)));
}

const sources = [...sourcesBelow("src-main"), ...sourcesBelow("src-preload"), ...sourcesBelow("src-renderer")];

describe("the import table", () => {
  it("knows every source", () => {
    expect(sources.filter((file) => rowOf(file) === undefined)).toEqual([]);
  });

  it("is kept by every import", () => {
    const broken = sources.flatMap(importsOf).filter(breaks);
    expect(broken.map((one) => `${one.file} → ${one.target}`)).toEqual([]);
  });

  it("sees a value import that only a type import may be", () => {
    const value: Import = { file: "src-main/agent/turn.ts", target: "src-main/tools/tool.ts", typeOnly: false };
    expect(breaks(value)).toBe(true);
    expect(breaks({ ...value, typeOnly: true })).toBe(false);
  });

  it("lets nothing but the desktop shell import electron", () => {
    const electron = sources.flatMap(importsOf).filter((one) => /^electron(\/|$)/.test(one.target));
    expect(electron.filter((one) => !/^src-(main\/desktop|preload\/preload)/.test(one.file))).toEqual([]);
  });
});

describe("the house rules that a machine can see", () => {
  const limit = 400;
  const all = [...sources, ...sourcesBelow("test")];

  it(`keeps every file under ${limit} lines`, () => {
    const styles = filesBelow("src-renderer", /\.css$/);
    const long = [...all, ...styles].filter(
      (file) => readFileSync(join(root, file), "utf8").split("\n").length > limit,
    );
    expect(long).toEqual([]);
  });

  it("has no any, no non-null assertion, no silenced check and no skipped test", () => {
    const forbidden = [
      /:\s*any\b/,
      /\bas any\b/,
      /<any>/,
      /@ts-(ignore|expect-error)/,
      /biome-ignore/,
      /\b(it|test|describe)\.(skip|only|todo)\b/,
    ];
    const hits = all
      .filter((file) => !file.endsWith("import-table.test.ts"))
      .flatMap((file) => {
        const text = readFileSync(join(root, file), "utf8");
        return forbidden.filter((pattern) => pattern.test(text)).map((pattern) => `${file}: ${pattern.source}`);
      });
    expect(hits).toEqual([]);
  });

  it("starts processes in these files alone, each with an environment of its own", () => {
    const starters = /"node:child_process"|"cross-spawn"|client\/stdio"/;
    const starting = sources.filter((file) => {
      const text = readFileSync(join(root, file), "utf8").replace(/^import type .*$/gm, "");
      return starters.test(text);
    });
    // The group of a process is ended with `taskkill` on Windows: nothing of ours is started there.
    const ending = "src-main/processes/process-group.ts";
    expect(starting.toSorted()).toEqual([
      "src-main/desktop/tray-host.ts",
      ...["src-main/health/examine.ts", "src-main/host-node.ts", "src-main/processes/child-process.ts"],
      ...["src-main/processes/forked-script.ts", ending, "src-main/processes/service-process.ts"],
      "src-main/serve/process-start.ts",
    ]);
    for (const file of starting.filter((one) => one !== ending)) {
      const text = readFileSync(join(root, file), "utf8");
      const calls = [...text.matchAll(/(?:\bspawn|\bfork|execFile\))\((?!"taskkill")[^;]*;/g)].map(([call]) => call);
      expect(calls.length).toBeGreaterThan(0);
      for (const call of calls) expect(call).toMatch(/\benv\b/);
    }
  });

  it("leaves the machine by the way out alone: nothing else of the agent has a socket, a lookup or a fetch", () => {
    const sockets = /"node:(?:https?|http2|net|tls|dgram|dns)(?:\/promises)?"|"(?:undici|axios|got|ky|node-fetch|ws)"/;
    const browsers = /\bglobalThis\.fetch\b|(?<![.\w#])fetch\(|\bnew (?:WebSocket|EventSource|XMLHttpRequest)\b/;
    const using = sources.filter((file) => {
      if (!file.startsWith("src-main/") || file.startsWith("src-main/network/")) return false;
      const text = readFileSync(join(root, file), "utf8").replace(/^import type .*$/gm, "");
      return sockets.test(text) || browsers.test(text);
    });
    // The owner of a home, its local socket and its page on loopback.
    const own = using.filter((file) => !file.startsWith("src-main/serve/"));
    expect(own.toSorted()).toEqual([
      "src-main/cli/open-home.ts",
      // Both are handed theirs: the way of the network, and a question to a file.
      "src-main/mcp/server-fetch.ts",
      "src-main/storage/session-file/branch-reader.ts",
    ]);
  });

  it("has no cycle of imports", () => {
    const graph = new Map(
      sources.map((file) => [
        file,
        importsOf(file)
          .filter((one) => !one.typeOnly && sources.includes(one.target))
          .map((one) => one.target),
      ]),
    );
    const done = new Set<string>();
    const cycles: string[] = [];
    const walk = (file: string, path: readonly string[]): void => {
      if (path.includes(file)) cycles.push([...path.slice(path.indexOf(file)), file].join(" → "));
      if (path.includes(file) || done.has(file)) return;
      for (const next of graph.get(file) ?? []) walk(next, [...path, file]);
      done.add(file);
    };
    for (const file of sources) walk(file, []);
    expect(cycles).toEqual([]);
  });
});
