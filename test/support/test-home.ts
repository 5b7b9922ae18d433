import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Assistant, type AssistantOptions, createAssistant } from "../../src-main/assistant.ts";
import type { Host } from "../../src-main/host.ts";
import { createNodeHost } from "../../src-main/host-node.ts";
import { nodeFileSystem } from "../../src-main/storage/file-system.ts";
import type { Connection } from "../../src-preload/contract/connection.ts";
import { type PerchEvent, topics } from "../../src-preload/contract/events.ts";
import type { Result } from "../../src-preload/contract/result.ts";
import { noSandbox } from "./no-sandbox.ts";
import { threadScripts } from "./thread-scripts.ts";

const root = join(import.meta.dirname, "../..");

export interface TestHome extends AsyncDisposable {
  readonly folder: string;
  readonly home: string;
  readonly work: string;
  readonly host: Host;
  readonly logged: readonly string[];
  /** The key store of the host. */
  readonly secrets: ReadonlyMap<string, string>;
  /** The core over this home; a second call is another process's view of it. */
  open(options?: Partial<AssistantOptions>): Assistant;
  config(settings: object): Promise<void>;
}

/** A fresh PERCH_HOME and a work folder. Everything opened on it is closed with it. */
export async function createTestHome(env: Readonly<Record<string, string>> = {}): Promise<TestHome> {
  const folder = await mkdtemp(join(tmpdir(), "perch-test-"));
  const home = join(folder, "home");
  const work = join(folder, "work");
  // The owner of a home makes it before anything else.
  for (const made of [home, work]) await mkdir(made, { mode: 0o700 });
  const logged: string[] = [];
  const secrets = new Map<string, string>();
  const host = createNodeHost({
    env: { PATH: process.env["PATH"], PERCH_HOME: home, ...env },
    resources: join(root, "resources"),
    ...threadScripts,
    parts: join(folder, "third-party.json"),
    log: (level, message, data) => void logged.push(`${level}: ${message} ${JSON.stringify(data ?? {})}`),
    secrets: () => ({
      get: async (name) => secrets.get(name) ?? null,
      set: async (name, secret) => void secrets.set(name, secret),
      remove: async (name) => void secrets.delete(name),
      placeOf: async (name) => (secrets.has(name) ? "key-store" : null),
      where: async () => ({ kind: "key-store" }),
      inFile: async () => [],
    }),
  });
  const opened: Assistant[] = [];
  return {
    folder,
    home,
    work,
    host,
    logged,
    secrets,
    open(options) {
      const assistant = createAssistant(host, {
        version: "test",
        files: nodeFileSystem,
        sandbox: noSandbox,
        searchBases: noSearch,
        ...options,
      });
      opened.push(assistant);
      return assistant;
    },
    async config(settings) {
      await mkdir(home, { recursive: true });
      await writeFile(join(home, "config.json"), JSON.stringify(settings));
    },
    async [Symbol.asyncDispose]() {
      for (const assistant of opened) await assistant.close();
      await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 20 });
    },
  };
}

export const terminal = { channel: "cli", senderId: "user", place: "terminal" };

const closed = 1;
/** Ports of local servers at which nothing listens. */
export const noServers = {
  ollama: closed,
  lmstudio: closed,
  "llama.cpp": closed,
  vllm: closed,
  sglang: closed,
  jan: closed,
};

const nowhere = "http://127.0.0.1:1";
/** In the place of the search providers of the web: nothing listens there. */
const noSearch = { duckduckgo: nowhere, brave: nowhere, tavily: nowhere, exa: nowhere, serper: nowhere };

/** For a built command whose doctor is asked: a provider without an address asks nobody. */
export const noSearchSettings = { tools: { web: { search: { provider: "searxng" } } } };

/** The settings that point a provider, the custom one unless it is named, at an endpoint. */
export function endpointSettings(url: string, more: object = {}, provider = "custom"): object {
  return {
    // A call of the background would take an answer of the script.
    agents: { defaults: { model: `${provider}/scripted`, ...more }, titles: { enabled: false } },
    providers: { [provider]: { apiBase: url, apiKey: "test-key" } },
    memory: { consolidation: { enabled: false } },
  };
}

export interface Recorded {
  readonly events: readonly PerchEvent[];
  /** Resolves with the first event, past or to come, that fits. */
  until<Type extends PerchEvent["type"]>(
    type: Type,
    fits?: (event: Extract<PerchEvent, { type: Type }>) => boolean,
  ): Promise<Extract<PerchEvent, { type: Type }>>;
}

/** Follows every topic of a connection from now on. */
export async function record(connection: Connection): Promise<Recorded> {
  const events: PerchEvent[] = [];
  const waiting = new Set<(event: PerchEvent) => void>();
  const subscribed = await connection.subscribe(topics, (delivery) => {
    if (delivery.kind !== "event") return;
    events.push(delivery.event);
    for (const look of waiting) look(delivery.event);
  });
  value(subscribed);
  return {
    events,
    until(type, fits = () => true) {
      type Wanted = Extract<PerchEvent, { type: typeof type }>;
      const isWanted = (event: PerchEvent): event is Wanted => event.type === type && fits(event as Wanted);
      return new Promise((resolve) => {
        const past = events.find(isWanted);
        if (past !== undefined) return resolve(past);
        const look = (event: PerchEvent): void => {
          if (!isWanted(event)) return;
          waiting.delete(look);
          resolve(event);
        };
        waiting.add(look);
      });
    },
  };
}

/** The value of a result that must be good. */
export function value<Value>(result: Result<Value, { readonly message: string }>): Value {
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}
