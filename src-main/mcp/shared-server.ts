import { contractError } from "../../src-preload/contract/errors.ts";
import type { McpProblem, McpStageResult, McpState, SeenTool } from "../../src-preload/contract/mcp.ts";
import { type AsyncResult, fail } from "../../src-preload/contract/result.ts";
import type { McpServerSettings } from "../../src-preload/contract/settings.ts";
import type { RemoteCall } from "../tools/remote-tool.ts";
import type { ToolResult } from "../tools/tool.ts";
import { text } from "../words.ts";
import { createServerAsks, type ServerAsks } from "./asks/server-asks.ts";
import type { ServerSignIn } from "./auth/server-sign-in.ts";
import { signInOf } from "./auth/sign-in-of.ts";
import { signInRefusal } from "./auth/sign-in-words.ts";
import { callServer } from "./call-server.ts";
import { changeWords } from "./change-words.ts";
import type { ListedTools, McpConnection, ToolDefinition } from "./connection.ts";
import type { McpDependencies } from "./dependencies.ts";
import { launchOf, targetOf } from "./launch.ts";
import type { LeftOut } from "./mend-tools.ts";
import { openServer } from "./open-server.ts";
import { plain } from "./plain-text.ts";
import { reasonOf } from "./problem.ts";
import { createRefresher, type Refresher } from "./refresher.ts";
import { createRefusedHosts, type RefusedHosts, withRefused } from "./refused-hosts.ts";
import { pauseAfter } from "./retry-pause.ts";
import type { Server, ServerOptions } from "./server.ts";
import { createServerLog, type ServerLog } from "./server-log.ts";
import { createServerOffers, type ServerOffers } from "./server-offers.ts";
import { fingerprintOf, type McpTrust } from "./trust.ts";
import { untilStopped } from "./until-stopped.ts";

/** A server that nobody has asked for so long is ended; it comes back with the next call. */
const restAfterMs = 10 * 60_000;

export function createServer(options: ServerOptions): Server {
  return new SharedServer(options);
}

class SharedServer implements Server {
  readonly name: string;
  settings: McpServerSettings;
  readonly log: ServerLog;
  readonly offers: ServerOffers;
  readonly signIn: ServerSignIn | null;
  state: McpState;
  title = "";
  stages: readonly McpStageResult[] = [];
  testedAt: number | null = null;
  problem: McpProblem | null = null;
  tools: readonly ToolDefinition[] = [];
  leftOut: readonly LeftOut[] = [];
  instructions = "";
  hasResources = false;
  changed: ReadonlySet<string> = new Set();
  allowed: ReadonlySet<string> = new Set();
  unconfined: string | null = null;
  readonly #deps: McpDependencies;
  readonly #trust: McpTrust;
  #connection: McpConnection | null = null;
  #opening: Promise<McpConnection | null> | null = null;
  #abort = new AbortController();
  openingSince: number | null = null;
  #restarting: Promise<void> | null = null;
  #rest: Disposable | null = null;
  #calls = 0;
  #failures = 0;
  #failedAt = 0;
  #isClosed = false;
  readonly #asks: ServerAsks;
  readonly #refresher: Refresher;
  readonly #refused: RefusedHosts;

  constructor({ name, settings, deps, trust, refused }: ServerOptions) {
    this.name = name;
    this.settings = settings;
    this.#deps = deps;
    this.#trust = trust;
    this.state = settings.enabled ? "waiting" : "off";
    const { redact, publish, host } = deps;
    const tell: Parameters<typeof createServerLog>[0]["tell"] = (lines) =>
      publish({ topic: "mcp", type: "log-added", name, lines });
    this.log = createServerLog({ clock: host, redact, tell });
    this.signIn = signInOf(
      { name, settings, deps },
      {
        onChange: () => this.#tell(),
        onNote: (words) => this.log.add("perch", words),
        onSignedIn: () => void (this.#connection === null && this.restart()),
      },
    );
    this.#asks = createServerAsks({
      server: name,
      desk: deps.desk,
      parentOf: deps.parentOf,
      redact,
      onNote: (words) => this.log.add("perch", words),
    });
    this.offers = createServerOffers({
      server: name,
      redact,
      timeoutMs: () => this.#timeoutMs,
      now: () => this.#connection,
      connected: () => this.#connected(),
      lost: (connection) => this.#lost(connection),
      problem: () => this.problem?.message ?? text("mcp.off", { name }),
      onNote: (words) => this.log.add("perch", words),
    });
    this.#refresher = createRefresher(host, () => this.#refresh());
    this.#refused = createRefusedHosts({
      before: refused,
      onNew: (hostName) => {
        this.log.add("perch", text("mcp.log.hostRefused", { host: hostName }));
        this.#tell();
      },
      onBroken: () => this.#connection !== null && this.#lost(this.#connection),
    });
  }

  get refused(): readonly string[] {
    return this.#refused.hosts;
  }

  get #timeoutMs(): number {
    return this.settings.timeoutSeconds * 1000;
  }

  adopt(settings: McpServerSettings): void {
    this.settings = settings;
  }

  async connect(): Promise<void> {
    if (this.state === "failed" && this.#deps.host.monotonic() < this.#failedAt + pauseAfter(this.#failures)) return;
    await this.#connected();
  }

  restart(): Promise<void> {
    this.#restarting ??= this.#stop()
      .then(async () => void (await this.#connected()))
      .finally(() => {
        this.#restarting = null;
      });
    return this.#restarting;
  }

  async accept(): Promise<void> {
    const accepted = await this.#trust.accept(this.name, targetOf(this.settings), this.tools);
    if (!accepted.ok) this.log.add("perch", accepted.error.message);
    else this.changed = new Set();
    this.#tell();
  }

  async allow(seen: readonly SeenTool[], isAllowed: boolean): AsyncResult<void> {
    const tools = seen.flatMap(({ name, fingerprint }) =>
      this.tools.filter((tool) => tool.name === name && fingerprintOf(tool) === fingerprint),
    );
    if (tools.length < seen.length) return fail(contractError("conflict", text("mcp.notSeen")));
    const target = targetOf(this.settings);
    const kept = await this.#trust.allow(this.name, target, { tools, isAllowed });
    if (!kept.ok) return kept;
    this.allowed = (await this.#trust.look(this.name, target, this.tools)).allowed;
    this.#tell();
    return kept;
  }

  async call(tool: ToolDefinition, args: Readonly<Record<string, unknown>>, call: RemoteCall): Promise<ToolResult> {
    this.#calls += 1;
    this.#rest?.[Symbol.dispose]();
    try {
      const { redact, saveImage } = this.#deps;
      const mark = await untilStopped(this.#refused.look(), call.signal);
      const result = await callServer(
        { server: this.name, tool, args, call, timeoutMs: this.#timeoutMs },
        {
          connected: () => this.#connected(),
          lost: (connection) => this.#lost(connection),
          unsigned: (cause, connection) => this.#unsigned(cause, connection),
          problem: () => this.problem?.message ?? text("mcp.off", { name: this.name }),
          redact,
          saveImage,
          clock: this.#deps.host,
          asks: this.#asks,
          calls: this.#deps.calls,
        },
      );
      await untilStopped(this.#refused.look(), call.signal);
      return withRefused(result, this.#refused.since(mark));
    } finally {
      this.#calls -= 1;
      this.#restLater();
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#stop();
    await this.signIn?.[Symbol.asyncDispose]();
    this.log[Symbol.dispose]();
  }

  /** Null when it could not be connected; `problem` says why. Those who come meanwhile wait for the same attempt. */
  #connected(): Promise<McpConnection | null> {
    if (this.#isClosed || !this.settings.enabled) return Promise.resolve(null);
    if (this.#connection !== null) return Promise.resolve(this.#connection);
    this.#opening ??= this.#open(this.#abort.signal).finally(() => {
      this.#opening = null;
      this.openingSince = null;
    });
    return this.#opening;
  }

  /** Also one that is on its way. */
  async #stop(): Promise<void> {
    this.#abort.abort();
    await this.#opening;
    this.#abort = new AbortController();
    await this.#disconnect();
  }

  async #open(signal: AbortSignal): Promise<McpConnection | null> {
    this.openingSince = this.#deps.host.monotonic();
    this.stages = [];
    this.#become("connecting");
    const opened = await this.#tryToOpen(signal);
    if (opened === null) return null;
    if (signal.aborted) {
      if (opened.kind === "ready") await opened.connection.close();
      return null;
    }
    this.testedAt = this.#deps.host.now();
    this.stages = opened.stages;
    this.unconfined = opened.unconfined;
    if (opened.kind === "failed") return this.#fail(opened.problem);
    const { connection } = opened;
    this.#connection = connection;
    void connection.closed.then(() => this.#lost(connection));
    this.title = connection.title;
    this.problem = null;
    this.#failures = 0;
    this.signIn?.noteOpened();
    this.instructions = plain(connection.instructions);
    this.hasResources = connection.hasResources;
    await this.#learnTools(opened.listed);
    this.log.add("perch", text("mcp.log.ready", { title: connection.title, count: opened.listed.tools.length }));
    // It may have ended meanwhile: then it rests, and the next call connects it anew.
    if (this.#connection === connection) this.#become("ready");
    this.#restLater();
    return connection;
  }

  async #tryToOpen(signal: AbortSignal) {
    try {
      return await openServer(
        {
          name: this.name,
          signal,
          refused: this.#refused,
          signIn: this.signIn,
          onNote: (words) => this.log.add("perch", words),
          launch: await launchOf(this.settings, this.#deps.host),
          timeoutMs: this.#timeoutMs,
          onLine: (line) => this.log.add("server", line),
          onToolsChanged: () => this.#refresher.soon(),
          onOffersChanged: () => this.offers.changed(),
          asks: this.#asks,
          onLog: (line) => this.log.add("server", line),
          onStage: (stages) => {
            this.stages = stages;
            this.#tell();
          },
        },
        this.#deps,
      );
    } catch (cause) {
      // The key store does not answer.
      const message = text("mcp.noKeys", { reason: reasonOf(cause) });
      this.#fail({ message, nextStep: text("mcp.next.later"), missing: null });
      return null;
    }
  }

  #fail(problem: McpProblem): null {
    const { redact, host } = this.#deps;
    this.problem = { ...problem, message: redact(problem.message) };
    this.#failures += 1;
    this.#failedAt = host.monotonic();
    this.log.add("perch", problem.message);
    host.log("warn", "a server could not be connected", { server: this.name, reason: this.problem.message });
    this.#become(this.signIn?.isNeeded === true ? "sign-in" : "failed");
    return null;
  }

  /** Chats are offered new ones with their next step, and see what else is different from their next turn on. */
  async #refresh(): Promise<void> {
    // It may say so while it is being connected, right after its first list.
    const connection = this.#connection ?? (await this.#opening);
    if (connection === null) return;
    const before = this.tools;
    try {
      await this.#learnTools(await connection.tools({ timeoutMs: this.#timeoutMs, signal: this.#abort.signal }));
      this.log.add("perch", changeWords(before, this.tools));
      this.#tell();
    } catch (cause) {
      this.log.add("perch", text("mcp.log.noTools", { reason: reasonOf(cause) }));
    }
  }

  async #learnTools({ tools, leftOut }: ListedTools): Promise<void> {
    this.leftOut = leftOut;
    for (const { name, reason } of leftOut) this.log.add("perch", text("mcp.log.leftOut", { name, reason }));
    const { changed, allowed } = await this.#trust.look(this.name, targetOf(this.settings), tools);
    this.changed = changed;
    this.allowed = allowed;
    this.tools = tools;
  }

  /** It ended by itself, or cannot be reached any more. */
  #lost(connection: McpConnection): void {
    if (this.#connection !== connection) return;
    this.#connection = null;
    this.#rest?.[Symbol.dispose]();
    void connection.close();
    if (this.#isClosed) return;
    this.log.add("perch", text("mcp.log.gone"));
    this.#become("resting");
  }

  /** Where a call failed for want of somebody who signs in, or of rights: what a model is told of it. */
  #unsigned(cause: unknown, connection: McpConnection): string | null {
    const { problem = null, words = null } = signInRefusal(cause, this, connection) ?? {};
    if (problem === null) return words;
    this.#lost(connection);
    this.#fail(problem);
    return words;
  }

  #restLater(): void {
    this.#rest?.[Symbol.dispose]();
    if (this.#calls > 0 || this.#connection === null) return;
    this.#rest = this.#deps.host.setTimer(restAfterMs, () => {
      void this.#disconnect().then(() => this.#become("resting"));
    });
  }

  async #disconnect(): Promise<void> {
    const connection = this.#connection;
    this.#connection = null;
    this.#rest?.[Symbol.dispose]();
    this.#refresher[Symbol.dispose]();
    await connection?.close();
  }

  #become(state: McpState): void {
    this.state = state;
    this.#tell();
  }

  #tell(): void {
    if (!this.#isClosed) {
      this.#deps.publish({ topic: "mcp", type: "server-changed", name: this.name, state: this.state });
    }
  }
}
