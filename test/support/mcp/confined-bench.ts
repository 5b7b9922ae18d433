import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { McpDependencies } from "../../../src-main/mcp/dependencies.ts";
import type { Server } from "../../../src-main/mcp/server.ts";
import { createServer } from "../../../src-main/mcp/shared-server.ts";
import type { McpTrust } from "../../../src-main/mcp/trust.ts";
import { rootFolders } from "../../../src-main/policy/session-roots.ts";
import { startService } from "../../../src-main/processes/service-process.ts";
import { createSandbox, type Sandbox } from "../../../src-main/sandbox/sandbox.ts";
import { nodeFileSystem } from "../../../src-main/storage/file-system.ts";
import { ok } from "../../../src-preload/contract/result.ts";
import { mcpServerSchema } from "../../../src-preload/contract/settings.ts";
import { createTestHome } from "../test-home.ts";
import { noCalls, remoteCall } from "./remote-call.ts";
import { reachingServer } from "./servers.ts";

interface ConfinedBenchOptions {
  /** Of its settings, made with the folders of the bench. */
  readonly settings?: (bench: Pick<ConfinedBench, "userHome" | "outside">) => object;
  /** An address without whose answer it ends. */
  readonly asksFirst?: string;
  /** Of Perch's own process. */
  readonly env?: Readonly<Record<string, string>>;
}

export interface ConfinedBench {
  readonly server: Server;
  readonly sandbox: Sandbox;
  /** A home folder with secrets in it, and Perch's home in that. */
  readonly userHome: string;
  readonly home: string;
  /** Where nobody has said that anybody writes. */
  readonly outside: string;
  /** Has the server run a script; what it printed, as the model reads it. */
  shell(script: string): Promise<string>;
  /** Has the server ask an address. */
  fetch(url: string): Promise<string>;
}

/** A server as Perch starts it, in the machine's own sandbox. */
export async function createConfinedBench(options: ConfinedBenchOptions = {}): Promise<ConfinedBench> {
  const own = await createTestHome();
  onTestFinished(() => own[Symbol.asyncDispose]());
  const userHome = join(own.folder, "person");
  const outside = join(userHome, "Documents");
  const home = join(userHome, ".perch");
  for (const folder of [".ssh", ".aws", "Documents", ".perch"])
    await mkdir(join(userHome, folder), { recursive: true });
  for (const file of [".ssh/id", ".aws/credentials", ".npmrc", ".perch/secrets.json", ".perch/config.json"]) {
    await writeFile(join(userHome, file), "canary-secret");
  }
  const host = { ...own.host, paths: { ...own.host.paths, userHome, home } };
  const env = { PATH: process.env["PATH"] ?? "", HOME: userHome, ...options.env };
  const folders = rootFolders(home, own.host.paths.resources);
  const childEnv = async () => env;
  const skillFolders = async () => [];
  const sandbox = createSandbox({ host, files: nodeFileSystem, folders, childEnv, skillFolders });
  onTestFinished(() => sandbox[Symbol.asyncDispose]());
  const deps: McpDependencies = {
    host,
    version: "test",
    startService,
    files: nodeFileSystem,
    sandbox,
    cacheFolder: join(home, "cache", "mcp"),
    bundleFolder: join(home, "mcp-bundles"),
    childEnv,
    loginPath: async () => [],
    proxy: async () => null,
    redact: (text) => text,
    learn: () => undefined,
    publish: () => undefined,
    desk: { ask: async () => ({ action: "cancel", values: {} }) },
    parentOf: async () => null,
    calls: noCalls,
    saveImage: async () => "",
  };
  const { asksFirst } = options;
  const wanted = reachingServer(
    asksFirst === undefined ? {} : { asksFirst },
    options.settings?.({ userHome, outside }),
  );
  const settings = mcpServerSchema.parse(wanted);
  const server = createServer({ name: "reaching", settings, deps, trust: trusting, refused: [] });
  onTestFinished(() => server.close());
  const call = async (name: string, args: Readonly<Record<string, string>>): Promise<string> => {
    await server.connect();
    const tool = server.tools.find((one) => one.name === name);
    if (tool === undefined) throw new Error(server.problem?.message ?? "it has no tools");
    const result = await server.call(tool, args, remoteCall());
    return result.kind === "done" ? result.content : result.message;
  };
  return {
    server,
    sandbox,
    userHome,
    home,
    outside,
    shell: (script) => call("shell", { script }),
    fetch: (url) => call("fetch", { url }),
  };
}

const trusting: McpTrust = {
  look: async () => ({ changed: new Set(), allowed: new Set() }),
  allow: async () => ok(undefined),
  accept: async () => ok(undefined),
  forget: async () => undefined,
};
