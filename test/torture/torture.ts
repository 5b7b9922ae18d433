import { once } from "node:events";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createAssistant } from "../../src-main/assistant.ts";
import { createNodeHost } from "../../src-main/host-node.ts";
import { nodeFileSystem } from "../../src-main/storage/file-system.ts";
import type { Connection } from "../../src-preload/contract/connection.ts";
import { startScriptedEndpoint } from "../support/scripted-endpoint.ts";
import { endpointSettings, terminal } from "../support/test-home.ts";
import { threadScripts } from "../support/thread-scripts.ts";
import { checkHome } from "./check.ts";
import { type Acknowledged, drive, nothingAcknowledged } from "./driver.ts";
import { scriptedReply } from "./model-script.ts";
import { startOwner } from "./owner.ts";
import { createRandom, type Random } from "./random.ts";

export interface TortureOptions {
  readonly kills: number;
  readonly seed: number;
  /** Homes that are tortured side by side. */
  readonly lanes: number;
  readonly say: (line: string) => void;
}

export interface TortureReport {
  readonly kills: number;
  readonly acknowledged: number;
  readonly faults: readonly string[];
}

/** Kills the real command again and again under load, and looks at what is left each time. */
export async function torture({ kills, seed, lanes, say }: TortureOptions): Promise<TortureReport> {
  say(`seed ${seed}`);
  const shares = Array.from({ length: lanes }, (_, lane) => Math.floor((kills + lane) / lanes));
  const done = await Promise.all(shares.map((share, lane) => tortureOne({ kills: share, seed: seed + lane, say })));
  return {
    kills: done.reduce((sum, report) => sum + report.kills, 0),
    acknowledged: done.reduce((sum, report) => sum + report.acknowledged, 0),
    faults: done.flatMap((report) => report.faults),
  };
}

/** After so many kills the sessions are new ones, so that the files stay small enough to be read each time. */
const killsOfOneSet = 50;
const longestLifeMs = 400;

/** One home, used for all its kills, so that damage adds up. Stops at the first fault and keeps the home then. */
async function tortureOne({ kills, seed, say }: Omit<TortureOptions, "lanes">): Promise<TortureReport> {
  const folder = await mkdtemp(join(tmpdir(), "perch-torture-"));
  const home = join(folder, "home");
  const work = join(folder, "work");
  await mkdir(home);
  await mkdir(work);
  await writeFile(join(work, "notes.txt"), "one\ntwo\nthree\n");
  const random = createRandom(seed);
  let acknowledged = 0;
  for (let kill = 0; kill < kills; kill += 1) {
    const sessions = [0, 1, 2, 3].map((index) => `desktop:s${Math.floor(kill / killsOfOneSet)}-${index}`);
    const noted = nothingAcknowledged();
    await using endpoint = await startScriptedEndpoint(scriptedReply);
    await writeFile(join(home, "config.json"), JSON.stringify(endpointSettings(endpoint.baseUrl)));
    const round: Round = { home, work, sessions, random, noted, kill };
    await killUnderLoad(round);
    const faults = [...(await reopen(round))];
    acknowledged += noted.messages.size + noted.decisions.size + noted.titles.length + noted.runEnds.size;
    if (faults.length > 0) {
      const told = faults.map((fault) => `seed ${seed}, kill ${kill}, ${home}: ${fault}`);
      return { kills: kill + 1, acknowledged, faults: told };
    }
    if ((kill + 1) % 50 === 0) say(`seed ${seed}: ${kill + 1} kills, ${acknowledged} acknowledgements kept`);
  }
  await rm(folder, { recursive: true, force: true });
  return { kills, acknowledged, faults: [] };
}

interface Round {
  readonly home: string;
  readonly work: string;
  readonly sessions: readonly string[];
  readonly random: Random;
  readonly noted: Acknowledged;
  readonly kill: number;
}

async function killUnderLoad({ home, work, sessions, random, noted, kill }: Round): Promise<void> {
  const owner = await startOwner(home);
  const connection = await (kill % 2 === 0 ? owner.viaSocket() : owner.viaWeb());
  const gone = once(owner.child, "exit");
  const { promise: acknowledged, resolve: onAcknowledged } = Promise.withResolvers<void>();
  const driven = drive({ connection, sessions, work, random, noted }, onAcknowledged);
  // The first message costs the owner most: some kills fall before it is taken, most when all is busy.
  if (random.chance(0.7)) await Promise.race([acknowledged, gone]);
  const timer = setTimeout(() => owner.child.kill("SIGKILL"), random.next() * longestLifeMs);
  await gone;
  clearTimeout(timer);
  await connection.close();
  await driven;
  const said = owner.stderr();
  if (said !== "") throw new Error(`the owner said: ${said}`);
}

/** Opens the home in this process, each tenth time through the real command, and looks. */
async function reopen(round: Round): Promise<readonly string[]> {
  if (round.kill % 10 === 9) {
    const owner = await startOwner(round.home);
    const connection = await owner.viaSocket();
    const faults = await look(round, connection);
    await connection.close();
    const code = await owner.end("SIGTERM");
    const left = (await readdir(round.home)).filter((name) => name.startsWith("owner."));
    if (code !== 0 || left.length > 0 || owner.stderr() !== "") {
      return [...faults, `an orderly end gave ${code}, left ${left.join()} and said ${owner.stderr()}`];
    }
    return faults;
  }
  const logged: string[] = [];
  const assistant = createAssistant(inProcessHost(round.home, logged), { version: "torture", files: nodeFileSystem });
  const faults = await look(round, assistant.connect(terminal));
  await assistant.close();
  return faults.length === 0 ? faults : [...faults, ...logged];
}

const look = (round: Round, connection: Connection): Promise<readonly string[]> => checkHome(connection, round);

function inProcessHost(home: string, logged: string[]) {
  return createNodeHost({
    env: { PATH: process.env["PATH"], PERCH_HOME: home },
    resources: join(import.meta.dirname, "../../resources"),
    ...threadScripts,
    parts: join(home, "third-party.json"),
    log: (level, message, data) => void logged.push(`${level}: ${message} ${JSON.stringify(data ?? {})}`),
    secrets: () => ({
      get: async () => null,
      set: async () => undefined,
      remove: async () => undefined,
      where: async () => ({ kind: "key-store" }),
      placeOf: async () => "key-store",
      inFile: async () => [],
    }),
  });
}
