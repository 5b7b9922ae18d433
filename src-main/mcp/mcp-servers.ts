import { join } from "node:path";
import { contractError } from "../../src-preload/contract/errors.ts";
import type { SessionKey } from "../../src-preload/contract/ids.ts";
import type { McpDraft, McpOutlook, McpServerDetail, McpServerRow } from "../../src-preload/contract/mcp.ts";
import type { KeyPlace } from "../../src-preload/contract/providers.ts";
import { type AsyncResult, fail, ok } from "../../src-preload/contract/result.ts";
import type { RouteInput } from "../../src-preload/contract/routes.ts";
import type { Settings } from "../../src-preload/contract/settings.ts";
import type { EventBus } from "../bus/event-bus.ts";
import { createLane } from "../bus/lane.ts";
import type { Host } from "../host.ts";
import type { KnownKeys } from "../keys/known-keys.ts";
import type { SettingsStore } from "../settings/settings-store.ts";
import type { FileSystem } from "../storage/file-system.ts";
import { reasonOf } from "../thrown.ts";
import type { RemoteTools } from "../tools/tool-runner.ts";
import { text } from "../words.ts";
import { createSignInActs, forgetSignIn, type SignInActs } from "./auth/sign-in-acts.ts";
import { cacheName } from "./confine-program.ts";
import type { McpDependencies } from "./dependencies.ts";
import { createOfferReader, type OfferReader } from "./offers.ts";
import { outlookOf, packageHostsOf } from "./outlook.ts";
import type { ContentsParts } from "./read-contents.ts";
import { readDrafts } from "./read-drafts.ts";
import { withResourceTools } from "./resource-tools.ts";
import { type RowNeeds, rowOf, toolRows } from "./rows.ts";
import { createRunningCalls } from "./running-calls.ts";
import { removeServer, saveServer } from "./save-server.ts";
import type { Server } from "./server.ts";
import { createServerPool } from "./server-pool.ts";
import type { McpChange } from "./server-problem.ts";
import { isToolId } from "./tool-ids.ts";
import { createMcpTrust, type TrustOptions } from "./trust.ts";

/** Of what a server says of its tools, on its page; models are told less. */
const mostInstructionChars = 20_000;

/** The MCP servers of a home, one process or session each for all chats; and as the window shows and changes them. */
export interface McpServers extends RemoteTools, OfferReader {
  list(): AsyncResult<{ readonly servers: readonly McpServerRow[]; readonly newKeys: KeyPlace }>;
  open(name: string): AsyncResult<McpServerDetail>;
  read(text: string): AsyncResult<readonly McpDraft[]>;
  save(change: McpChange): AsyncResult<McpServerRow>;
  remove(name: string): AsyncResult<void>;
  restart(name: string): AsyncResult<McpServerDetail>;
  accept(name: string): AsyncResult<McpServerDetail>;
  allow(choice: RouteInput<"mcp.allow">): AsyncResult<McpServerDetail>;
  allowHost(choice: RouteInput<"mcp.allowHost">): AsyncResult<McpServerDetail>;
  /** `not-found` where no such call is on. */
  stopCall(call: RouteInput<"mcp.stopCall">): AsyncResult<void>;
  outlook(command: RouteInput<"mcp.outlook">): Promise<McpOutlook>;
  readonly signing: SignInActs;
  /** Connects all that are on and tells how they stand, each as soon as it is known, for the doctor. */
  examine(onRow: (row: McpServerRow) => void): AsyncResult<readonly McpServerRow[]>;
  close(): Promise<void>;
}

export interface McpServersOptions {
  readonly host: Host;
  readonly files: FileSystem;
  readonly settings: SettingsStore;
  readonly keys: Pick<KnownKeys, "redact" | "learn">;
  readonly events: Pick<EventBus, "publish">;
  /** Of Perch, told to servers. */
  readonly version: string;
  /** Folders where the user's login shell finds programs. */
  readonly loginPath: McpDependencies["loginPath"];
  /** The environment of child processes, already without keys. */
  readonly childEnv: (settings: Settings) => Readonly<Record<string, string>>;
  readonly startService: McpDependencies["startService"];
  readonly tokensOf: (text: string) => number;
  readonly sandbox: McpDependencies["sandbox"];
  readonly cacheFolder: string;
  readonly bundleFolder: string;
  /** Where pictures are kept that a tool answered with. */
  readonly resultsFolder: (key: SessionKey) => string;
  /** Where those are kept that went with a message. */
  readonly attachedFolder: (key: SessionKey) => string;
  readonly trust: TrustOptions["file"];
  readonly magicType: ContentsParts["magicType"];
  readonly desk: McpDependencies["desk"];
  readonly parentOf: McpDependencies["parentOf"];
}

export function createMcpServers(options: McpServersOptions): McpServers {
  const { host, settings, keys, tokensOf } = options;
  const { publish } = options.events;
  const trust = createMcpTrust({ file: options.trust, log: host.log });
  async function childEnv() {
    const now = await settings.current();
    // Without settings there are no servers either.
    return now.ok ? options.childEnv(now.value) : {};
  }
  const { startService, loginPath, files, sandbox, cacheFolder, bundleFolder } = options;
  const { resultsFolder, attachedFolder, desk, parentOf } = options;
  const deps: McpDependencies = {
    host,
    version: options.version,
    startService,
    files,
    sandbox,
    cacheFolder,
    bundleFolder,
    redact: keys.redact,
    learn: keys.learn,
    publish,
    childEnv,
    loginPath,
    desk,
    parentOf,
    calls: createRunningCalls(),
    async proxy() {
      const now = await settings.current();
      return now.ok ? now.value.network.proxy : null;
    },
    saveImage: (bytes, mediaType, key) => keepImage(bytes, { mediaType, folder: resultsFolder(key) }, options),
  };
  const pool = createServerPool(deps, trust);

  /** Changes one after the other: each builds on what the one before has saved. */
  const inTurn = createLane();

  async function placeOf(secret: string): Promise<KeyPlace | null> {
    try {
      return await host.secrets.placeOf(secret);
    } catch (cause) {
      // A key store that refuses is passed over: what cannot be read is the file.
      host.log("warn", "a value could not be looked for", { name: secret, reason: String(cause) });
      return "file";
    }
  }

  const looking = { host, files, sandbox, childEnv };
  const rowNeeds: RowNeeds = { placeOf, packageHosts: (own) => packageHostsOf(own, looking) };

  async function current(): AsyncResult<readonly Server[]> {
    const now = await settings.current();
    return now.ok ? ok(pool.sync(now.value)) : now;
  }

  const saveImage: McpDependencies["saveImage"] = (bytes, mediaType, key) =>
    keepImage(bytes, { mediaType, folder: attachedFolder(key) }, options);
  const offers = createOfferReader({
    clock: host,
    servers: current,
    magicType: options.magicType,
    redact: keys.redact,
    saveImage,
  });

  async function named(name: string): AsyncResult<Server> {
    const servers = await current();
    if (!servers.ok) return servers;
    const found = servers.value.find((server) => server.name === name);
    return found === undefined ? fail(contractError("not-found", text("mcp.unknown", { name }))) : ok(found);
  }

  async function detailOf(server: Server): Promise<McpServerDetail> {
    const tools = toolRows(server, {
      tokensOf,
      idOf: (tool) => pool.idOf(server.name, tool.name),
      withoutRoom: pool.withoutRoom,
    });
    const { leftOut, log } = server;
    const instructions = keys.redact(server.instructions).trim().slice(0, mostInstructionChars);
    return { server: await rowOf(server, rowNeeds), tools, leftOut, instructions, log: log.lines };
  }

  async function detailAfter(name: string, work: (server: Server) => Promise<void>): AsyncResult<McpServerDetail> {
    const server = await named(name);
    if (!server.ok) return server;
    await work(server.value);
    return ok(await detailOf(server.value));
  }

  return {
    tools: withResourceTools({ tools: pool.tools, servers: pool.list, offers }),
    missing: pool.missing,
    isToolId,
    words: pool.words,
    noteLeftOut: pool.noteLeftOut,
    ready: pool.ready,
    async list() {
      const [servers, newKeys] = await Promise.all([current(), host.secrets.where()]);
      if (!servers.ok) return servers;
      // Whoever looks at them wants to know how they are; one that rests is known, and goes on resting.
      for (const server of servers.value) if (server.state === "waiting") void server.connect();
      return ok({
        servers: await Promise.all(servers.value.map((one) => rowOf(one, rowNeeds))),
        newKeys: newKeys.kind,
      });
    },
    open: (name) => detailAfter(name, async () => undefined),
    read: (pasted) => readDrafts(pasted, host.platform),
    save: (change) =>
      inTurn(async () => {
        const saved = await saveServer(change, { host, settings, redact: keys.redact });
        if (!saved.ok) return saved;
        const server = await named(change.name.trim());
        if (!server.ok) return server;
        if (change.values !== undefined) void server.value.restart();
        else void server.value.connect();
        return ok(await rowOf(server.value, rowNeeds));
      }),
    remove: (name) =>
      inTurn(async () => {
        const server = await named(name);
        const removed = await removeServer(name, { host, settings });
        if (!removed.ok) return removed;
        if (server.ok) await forgetSignIn(server.value, host.log);
        await trust.forget(name);
        await forgetFiles(name, options);
        await current();
        publish({ topic: "mcp", type: "server-removed", name });
        return ok(undefined);
      }),
    restart: (name) => detailAfter(name, (server) => server.restart()),
    accept: (name) =>
      detailAfter(name, async (server) => {
        await server.accept();
        pool.changed();
      }),
    async allow({ name, tools, isAllowed }) {
      const server = await named(name);
      if (!server.ok) return server;
      const allowed = await server.value.allow(tools, isAllowed);
      if (!allowed.ok) return allowed;
      pool.changed();
      return ok(await detailOf(server.value));
    },
    async allowHost({ name, host: allowed }) {
      const saved = await inTurn(async () => {
        const server = await named(name);
        if (!server.ok) return server;
        const { sandbox: before } = server.value.settings;
        const wider = { ...before, hosts: [...before.hosts, allowed] };
        return saveServer({ name, isNew: false, sandbox: wider }, { host, settings, redact: keys.redact });
      });
      if (!saved.ok) return saved;
      // It is another server now, which nobody has started yet.
      return detailAfter(name, (server) => server.connect());
    },
    stopCall: async (call) =>
      deps.calls.stop(call) ? ok(undefined) : fail(contractError("not-found", text("mcp.noCall"))),
    outlook: (command) => outlookOf(command, looking),
    signing: createSignInActs({ host, named, detailOf }),
    ...offers,
    async examine(onRow) {
      const servers = await current();
      if (!servers.ok) return servers;
      const rows = servers.value.map(async (server) => {
        await server.connect();
        const row = await rowOf(server, rowNeeds);
        onRow(row);
        return row;
      });
      return ok(await Promise.all(rows));
    },
    close: pool.close,
  };
}

/** What a server fetched, and the bundle that it came in, go with it; the next one of its name begins anew. */
async function forgetFiles(name: string, options: McpServersOptions): Promise<void> {
  const { host, files, cacheFolder, bundleFolder } = options;
  for (const folder of [cacheFolder, bundleFolder]) {
    try {
      await files.rm(join(folder, cacheName(name)), { recursive: true, force: true });
    } catch (cause) {
      host.log("warn", "the files of a server were not removed", { name, folder, reason: reasonOf(cause) });
    }
  }
}

async function keepImage(
  bytes: Buffer,
  { mediaType, folder }: { readonly mediaType: string; readonly folder: string },
  { host, files }: McpServersOptions,
): Promise<string> {
  await files.mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, `${host.createId()}.${mediaType.replace(/^image\//, "")}`);
  await files.writeFile(path, bytes, { mode: 0o600 });
  return path;
}
