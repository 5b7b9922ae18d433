import { spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { monotonicMs, startEndpoint } from "./endpoint.mjs";
import { openChats } from "./opened-chats.mjs";
import { writePlainSession, writeSession } from "./session-fixture.mjs";
import { converse } from "./warm-turns.mjs";

const perch = fileURLToPath(new URL("../../out/main/cli.js", import.meta.url));
const bare = fileURLToPath(new URL("bare.mjs", import.meta.url));
const probe = new URL("usage-probe.mjs", import.meta.url).href;

/**
 * A scenario: `model` of the endpoint, `json` events on, `freshHome`, `usage` measured, a session of `messages` to go on
 * with, `turns` that one process answers. A sample of it: `requests` as the endpoint saw them, `startedAt`, `printed` bytes,
 * and `cpuUs`, `rssKb` or the times of the `turns` where asked for.
 */
export async function openBench() {
  const folder = mkdtempSync(join(tmpdir(), "perch-bench-"));
  const work = join(folder, "work");
  mkdirSync(work);
  for (let number = 0; number < 1000; number += 1) {
    writeFileSync(join(work, `f${String(number).padStart(3, "0")}.txt`), `The text of file ${number}, a line long.\n`);
  }
  const endpoint = await startEndpoint(work);
  const bench = { folder, work, endpoint, home: join(folder, "home"), fresh: 0, prepared: new Set() };
  return {
    perch: (scenario) => runPerch(bench, scenario),
    bare: (scenario) => runBare(bench, scenario),
    close() {
      endpoint.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Once a bench: it takes a minute and differs little. The bare client has no chats to open. */
const noChats = { early: { resident: 0, held: 0 }, late: { resident: 0, held: 0 } };

async function runPerch(bench, scenario) {
  if (scenario.chats !== undefined) {
    bench.opened ??= openChats(join(bench.folder, "opened"), scenario);
    return bench.opened;
  }
  const message = scenario.turns === undefined ? ["-m", "hello"] : [];
  const args = [perch, "agent", ...message, "--approve", "full", ...(scenario.json ? ["--json"] : [])];
  let { home } = bench;
  if (scenario.freshHome) {
    bench.fresh += 1;
    home = join(bench.folder, `fresh-${bench.fresh}`);
  }
  if (scenario.messages !== undefined) {
    await placeSession(bench, scenario.messages);
    args.push("--session", `cli:bench-${scenario.messages}`);
  } else rmSync(join(home, "workspace", "sessions"), { recursive: true, force: true });
  return run(bench, scenario, args, {
    PERCH_HOME: home,
    PERCH_PROVIDERS__CUSTOM__APIBASE: bench.endpoint.url,
    PERCH_AGENTS__DEFAULTS__MODEL: `custom/${scenario.model}`,
    PERCH_AGENTS__DEFAULTS__MAXTOOLITERATIONS: "300",
  });
}

/** Each run goes on with the same session. */
async function placeSession({ folder, home, prepared }, messages) {
  const kept = join(folder, "sessions");
  const name = `cli+bench-${messages}.jsonl`;
  if (!prepared.has(name)) await writeSession(kept, `cli:bench-${messages}`, messages);
  prepared.add(name);
  mkdirSync(join(home, "workspace", "sessions"), { recursive: true });
  cpSync(join(kept, name), join(home, "workspace", "sessions", name));
}

function runBare(bench, scenario) {
  if (scenario.chats !== undefined) return noChats;
  const args = [bare, "--url", bench.endpoint.url, "--model", scenario.model];
  if (scenario.messages !== undefined) {
    const path = join(bench.folder, `plain-${scenario.messages}.jsonl`);
    if (!bench.prepared.has(path)) writePlainSession(path, scenario.messages);
    bench.prepared.add(path);
    args.push("--session", path);
  }
  if (scenario.turns !== undefined) args.push("--pipe");
  return run(bench, scenario, args, {});
}

async function run({ endpoint, folder, work }, scenario, args, settings) {
  await endpoint.reset();
  const usageFile = join(folder, "usage.json");
  const { PATH, HOME, LANG, TMPDIR } = process.env;
  const env = { PATH, HOME, LANG, TMPDIR, ...settings, BENCH_USAGE: usageFile };
  const nodeArgs = scenario.usage ? ["--import", probe] : [];
  const startedAt = monotonicMs();
  const child = spawn(process.execPath, [...nodeArgs, ...args], { cwd: work, env, stdio: ["pipe", "pipe", "pipe"] });
  const end = ended(child);
  if (scenario.turns === undefined) child.stdin.end();
  const turns = scenario.turns === undefined ? undefined : await converse(child, scenario.turns);
  const printed = await end;
  const requests = await endpoint.requests();
  if (requests.length !== scenario.requests) {
    throw new Error(`${args[0]} sent ${requests.length} requests to ${scenario.model}, not ${scenario.requests}`);
  }
  return {
    startedAt,
    requests,
    printed,
    turns,
    ...(scenario.usage ? JSON.parse(readFileSync(usageFile, "utf8")) : {}),
  };
}

/** Resolves with how many bytes it printed. */
function ended(child) {
  let words = "";
  let printed = 0;
  child.stdout.on("data", (bytes) => {
    printed += bytes.length;
  });
  child.stderr.on("data", (bytes) => {
    words += bytes;
  });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => {
      if (code === 0) resolve(printed);
      else reject(new Error(`${child.spawnargs[1]} ended with ${code}: ${words.slice(0, 500)}`));
    });
  });
}
