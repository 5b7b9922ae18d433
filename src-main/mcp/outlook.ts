import type { McpOutlook } from "../../src-preload/contract/mcp.ts";
import type { McpServerSettings } from "../../src-preload/contract/settings.ts";
import { text } from "../words.ts";
import { unconfinedWords } from "./confine-program.ts";
import type { McpDependencies } from "./dependencies.ts";
import { targetOf } from "./launch.ts";
import { needsDaemon, packageSource } from "./package-runner.ts";
import { readNpmrc } from "./read-npmrc.ts";

type Surroundings = Pick<McpDependencies, "host" | "files" | "sandbox" | "childEnv">;

/** What a command would reach, and whether it can be confined, before anything of it is kept or started. */
export async function outlookOf(
  { command, args }: { readonly command: string; readonly args: readonly string[] },
  surroundings: Surroundings,
): Promise<McpOutlook> {
  const state = await surroundings.sandbox.state();
  return {
    packageHosts: await hostsFor(command, args, { own: {}, surroundings }),
    unconfined: state.kind === "unavailable" ? unconfinedWords(state) : null,
    unfit: state.kind === "ready" && needsDaemon(command) ? text("mcp.unfitDaemon") : null,
  };
}

/** What a server of the settings fetches its package from; nothing for an address. */
export async function packageHostsOf(
  settings: McpServerSettings,
  surroundings: Surroundings,
): Promise<readonly string[]> {
  const target = targetOf(settings);
  return target.kind === "address" ? [] : hostsFor(target.command, target.args, { own: settings.env, surroundings });
}

async function hostsFor(
  command: string,
  args: readonly string[],
  { own, surroundings }: { readonly own: Readonly<Record<string, string>>; readonly surroundings: Surroundings },
): Promise<readonly string[]> {
  const { host, files, childEnv } = surroundings;
  const env = { ...(await childEnv()), ...own };
  const source = await packageSource(command, args, { env, readNpmrc: () => readNpmrc(host.paths.userHome, files) });
  return source.hosts;
}
