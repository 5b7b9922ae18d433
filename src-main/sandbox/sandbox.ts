import { fail, type Result } from "../../src-preload/contract/result.ts";
import type { SandboxReport } from "../../src-preload/contract/system.ts";
import { reasonOf } from "../thrown.ts";
import { findPrograms } from "./find-programs.ts";
import type { ConfinedServer, ConfineServerRequest } from "./server-session.ts";
import { type Confined, type ConfineRequest, openSession, type SandboxSession, type SessionNeeds } from "./session.ts";
import { type Unavailable, unavailable } from "./unavailable.ts";

export interface Sandbox extends AsyncDisposable {
  /** Tries it at the first call; one that does not work is looked at again after a while. */
  state(): Promise<SandboxReport>;
  /** Fails, with the reason, where the command cannot be confined: it must not run then. */
  confine(request: ConfineRequest): Promise<Result<Confined, string>>;
  /** The same for a program that stays and is talked with. */
  confineServer(request: ConfineServerRequest): Promise<Result<ConfinedServer, string>>;
}

export interface SandboxOptions extends SessionNeeds {
  /** The environment of children: where the programs of the sandbox are looked for, and what its process gets. */
  readonly childEnv: () => Promise<Readonly<Record<string, string>>>;
}

const noMore = "the sandbox does not work on this machine any more";
/** One that does not work is not tried again before that. */
const retryMs = 60_000;

interface Looked {
  readonly state: SandboxReport;
  readonly session: SandboxSession | null;
  /** When one that is unavailable is looked at again, on the host's clock. */
  readonly retryAt: number;
}

export function createSandbox(options: SandboxOptions): Sandbox {
  const { host } = options;
  let looking: Promise<Looked> | null = null;

  async function looked(): Promise<Looked> {
    const before = looking;
    const now = await before;
    const isFit = now !== null && now.session?.isBroken !== true && host.monotonic() < now.retryAt;
    // Another call may have begun to look meanwhile.
    if (!isFit && looking === before) looking = (now?.session?.end() ?? Promise.resolve()).then(() => look(options));
    return looking ?? look(options);
  }

  return {
    state: async () => (await looked()).state,
    async confine(request) {
      const { session } = await looked();
      return session === null ? fail(noMore) : session.confine(request);
    },
    async confineServer(request) {
      const { session } = await looked();
      return session === null ? fail(noMore) : session.confineServer(request);
    },
    async [Symbol.asyncDispose]() {
      await (await looking)?.session?.end();
    },
  };
}

async function look(options: SandboxOptions): Promise<Looked> {
  const { host, files } = options;
  const none = (why: Unavailable, waitMs: number): Looked => {
    return { state: unavailable(why), session: null, retryAt: host.monotonic() + waitMs };
  };
  if (host.platform !== "linux" && host.platform !== "darwin") {
    return none({ kind: "platform" }, Number.POSITIVE_INFINITY);
  }
  try {
    const env = await options.childEnv();
    const programs = await findPrograms(host.platform, env, files);
    // A package that is installed meanwhile is found at once: looking for it takes no time.
    if (programs.missing.length > 0) return none({ kind: "missing", packages: programs.missing }, 0);
    const opened = await openSession(programs, env, options);
    if (!opened.ok) return none({ kind: "broken", reason: opened.error }, retryMs);
    return { state: { kind: "ready" }, session: opened.value, retryAt: Number.POSITIVE_INFINITY };
  } catch (cause) {
    host.log("warn", "the sandbox could not be tried", { reason: reasonOf(cause) });
    return none({ kind: "broken", reason: reasonOf(cause) }, retryMs);
  }
}
