import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileNameOf } from "../../src-main/storage/session-file/file-name.ts";
import { sessionKeySchema } from "../../src-preload/contract/ids.ts";
import { type Owner, startOwner } from "../torture/owner.ts";
import { advance, ownClock } from "./advance.ts";

/** A person's folder with a PERCH_HOME in it, and the real command that serves the window from it. */
export interface ServedHome extends AsyncDisposable {
  readonly user: string;
  readonly home: string;
  /** The work folder of every chat. */
  readonly work: string;
  /** Where the window is now, with its token. */
  readonly url: string;
  /** On the given port, else on any. */
  start(port?: string): Promise<void>;
  end(signal: NodeJS.Signals): Promise<void>;
  /** Puts the clock of the command on, where it has its own; see `advance.ts`. */
  advance(ms: number): Promise<readonly number[]>;
  config(settings: object): Promise<void>;
  /** A file below the person's folder, with the folders above it. */
  write(path: string, content: string | Uint8Array): Promise<void>;
  /** A session file as an earlier run would have left it. */
  writeSession(key: string, records: readonly object[]): Promise<void>;
}

/** `hasOwnClock`: its clock can be put on. */
export async function createServedHome({ hasOwnClock = false } = {}): Promise<ServedHome> {
  const user = await mkdtemp(join(tmpdir(), "perch-window-"));
  const home = join(user, ".perch");
  const work = join(user, "Assistant");
  await mkdir(work);
  const env = { HOME: user, USERPROFILE: user, ...(hasOwnClock ? { NODE_OPTIONS: ownClock } : {}) };
  let owner: Owner | null = null;

  async function write(path: string, content: string | Uint8Array): Promise<void> {
    const full = join(user, path);
    await mkdir(dirname(full), { recursive: true });
    await writeFile(full, content);
  }

  return {
    user,
    home,
    work,
    get url() {
      if (owner === null) throw new Error("the command is not running");
      return owner.url;
    },
    async start(port) {
      owner = await startOwner(home, env, port);
    },
    async end(signal) {
      await owner?.end(signal);
      owner = null;
    },
    async advance(ms) {
      if (!hasOwnClock || owner === null) throw new Error("no command runs whose clock is its own");
      return advance(owner.child, ms);
    },
    write,
    config: (settings) => write(".perch/config.json", JSON.stringify(settings)),
    async writeSession(key, records) {
      const name = fileNameOf(sessionKeySchema.parse(key));
      const lines = records.map((record) => JSON.stringify(record)).join("\n");
      await write(`.perch/workspace/sessions/${name}`, `${lines}\n`);
    },
    async [Symbol.asyncDispose]() {
      await owner?.end("SIGTERM");
      await rm(user, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
