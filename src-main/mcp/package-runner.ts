import { posix, win32 } from "node:path";
import { allowedHostSchema } from "../../src-preload/contract/settings.ts";

type Env = Readonly<Record<string, string>>;

/** Where a command that starts a server fetches its package. */
type Registry = "npm" | "yarn" | "python" | "deno";

/** Of the registries that the runners ask unless they are told of another one, and of what those send them on to. */
const usualHosts: Readonly<Record<Registry, readonly string[]>> = {
  npm: ["registry.npmjs.org"],
  yarn: ["registry.yarnpkg.com", "registry.npmjs.org"],
  python: ["pypi.org", "files.pythonhosted.org"],
  deno: ["jsr.io", "npm.jsr.io", "registry.npmjs.org"],
};

/** By the name of the program: its words that fetch a package, each the first one that is no option; null: all of them do. */
const runners: Readonly<Record<string, { readonly registry: Registry; readonly words: readonly string[] | null }>> = {
  npx: { registry: "npm", words: null },
  bunx: { registry: "npm", words: null },
  pnpx: { registry: "npm", words: null },
  npm: { registry: "npm", words: ["exec", "x"] },
  pnpm: { registry: "npm", words: ["dlx"] },
  bun: { registry: "npm", words: ["x"] },
  yarn: { registry: "yarn", words: ["dlx"] },
  uvx: { registry: "python", words: null },
  uv: { registry: "python", words: ["run", "tool"] },
  pipx: { registry: "python", words: ["run"] },
  deno: { registry: "deno", words: ["run", "x", "serve"] },
};

/** Variables that name another registry, the first that is set. */
const registryVariables: Readonly<Record<Registry, readonly string[]>> = {
  npm: ["npm_config_registry", "NPM_CONFIG_REGISTRY"],
  yarn: ["YARN_NPM_REGISTRY_SERVER", "npm_config_registry"],
  python: ["UV_DEFAULT_INDEX", "UV_INDEX_URL", "PIP_INDEX_URL"],
  deno: ["NPM_CONFIG_REGISTRY"],
};

export interface PackageSource {
  /** What it reaches to fetch the package. */
  readonly hosts: readonly string[];
  /** What tells the runner of a registry that stands where it cannot read. */
  readonly env: Env;
}

const nowhere: PackageSource = { hosts: [], env: {} };

/** `readNpmrc`: the person's own settings of npm, "" where there are none. They hold keys: a confined program does not read them. */
export async function packageSource(
  command: string,
  args: readonly string[],
  { env, readNpmrc }: { readonly env: Env; readonly readNpmrc: () => Promise<string> },
): Promise<PackageSource> {
  const registry = registryOf(command, args);
  if (registry === null) return nowhere;
  const set = registryVariables[registry].map((name) => env[name] ?? "").find((value) => value !== "");
  if (set !== undefined) return { hosts: [...hostsOf([set]), ...hostsIn(registry, args)], env: {} };
  const ofFile = registry === "npm" ? registryIn(await readNpmrc()) : null;
  if (ofFile !== null) return { hosts: hostsOf([ofFile]), env: { npm_config_registry: ofFile } };
  return { hosts: [...usualHosts[registry], ...hostsIn(registry, args)], env: {} };
}

function registryOf(command: string, args: readonly string[]): Registry | null {
  const runner = Object.entries(runners).find(([name]) => name === programOf(command))?.[1];
  if (runner === undefined) return null;
  const first = args.find((word) => !word.startsWith("-")) ?? "";
  return runner.words === null || runner.words.includes(first) ? runner.registry : null;
}

function programOf(command: string): string {
  return win32
    .basename(posix.basename(command.trim()))
    .toLowerCase()
    .replace(/\.(?:cmd|exe|ps1|bat)$/, "");
}

/** Deno runs what lies at an address. */
function hostsIn(registry: Registry, args: readonly string[]): readonly string[] {
  return registry === "deno" ? hostsOf(args.filter((word) => word.startsWith("https://"))) : [];
}

function hostsOf(addresses: readonly string[]): readonly string[] {
  return addresses
    .flatMap((address) => (URL.canParse(address) ? [new URL(address).hostname] : []))
    .filter((host) => allowedHostSchema.safeParse(host).success);
}

/** The registry of everything that has no scope, as `.npmrc` names it. */
function registryIn(npmrc: string): string | null {
  const found = npmrc
    .split("\n")
    .map((line) => /^\s*registry\s*=\s*["']?([^"'\s]+)["']?\s*$/.exec(line)?.[1])
    .findLast((address) => address !== undefined);
  return found !== undefined && hostsOf([found]).length > 0 ? found : null;
}

/** Clients of a daemon that runs containers speak to it through a socket, which no confined program reaches. */
export function needsDaemon(command: string): boolean {
  return ["docker", "podman", "nerdctl"].includes(programOf(command));
}
