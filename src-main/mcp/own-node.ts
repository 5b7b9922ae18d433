import { stat } from "node:fs/promises";
import { posix, win32 } from "node:path";
import { withFolders } from "../settings/path-folders.ts";
import { type FoundCommand, findCommand } from "./find-command.ts";

type Env = Readonly<Record<string, string>>;
type Found = Extract<FoundCommand, { readonly kind: "found" }>;

interface OwnNode {
  /** The program of Node that runs Perch; null where there is none. */
  readonly node: string | null;
  readonly userHome: string;
  readonly platform: NodeJS.Platform;
}

/** By the name of the program: the script of npm that does the same. */
const scripts: Readonly<Record<string, string>> = { npx: "npx-cli.js", npm: "npm-cli.js" };

/**
 * Where Node is not installed: `node`, `npx` or `npm` from beside the Node that runs Perch, whose folder is then behind the PATH,
 * since npx starts programs that need it too. Null where that has none either.
 */
export async function withOwnNode(
  command: string,
  env: Env,
  { node, userHome, platform }: OwnNode,
): Promise<(Found & { readonly env: Env }) | null> {
  const name = command.toLowerCase().replace(/\.(?:cmd|exe)$/, "");
  if (node === null || !(name === "node" || Object.hasOwn(scripts, name))) return null;
  const { dirname, join } = platform === "win32" ? win32 : posix;
  const folder = dirname(node);
  const own = platform === "win32" ? onWindows(env, folder) : withFolders(env, [folder]);
  const beside = await findCommand(join(folder, name), { env, platform, userHome, folder });
  if (beside.kind === "found") return { ...beside, isOnPath: true, env: own };
  const script = scripts[name];
  const npm = platform === "win32" ? [folder, "node_modules"] : [folder, "..", "lib", "node_modules"];
  const path = script === undefined ? null : join(...npm, "npm", "bin", script);
  if (path === null || !(await isFile(path))) return null;
  return { kind: "found", path: node, isOnPath: true, before: [path], env: own };
}

/** Names of variables have any case there. */
function onWindows(env: Env, folder: string): Env {
  const name = Object.keys(env).find((key) => key.toUpperCase() === "PATH") ?? "Path";
  return { ...env, [name]: [env[name] ?? "", folder].filter((one) => one !== "").join(";") };
}

async function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (stats) => stats.isFile(),
    () => false,
  );
}
