import { parseArgs } from "node:util";
import { reasonOf } from "../src-main/thrown.ts";
import { fail, ok, type Result } from "../src-preload/contract/result.ts";

const systems = { linux: "linux", mac: "darwin", windows: "win32" } as const;
type System = keyof typeof systems;

const usage = [
  "npm run package -- --linux | --mac | --windows   on the system itself",
  "  --dir               the app's folder alone, without an installer",
  "  --runtime FOLDER    the unpacked desktop runtime, where it cannot be fetched",
  "  --output FOLDER     where packages are put (out/packages)",
].join("\n");

export interface PackageOptions {
  readonly platform: NodeJS.Platform;
  readonly isFolderAlone: boolean;
  readonly runtime: string | null;
  readonly output: string | null;
}

/** What the command was told; fails with what is wrong with it. `platform`: of this machine. */
export function readOptions(words: readonly string[], platform: NodeJS.Platform): Result<PackageOptions, string> {
  try {
    const { values } = parseArgs({
      args: [...words],
      options: {
        linux: { type: "boolean" },
        mac: { type: "boolean" },
        windows: { type: "boolean" },
        dir: { type: "boolean" },
        runtime: { type: "string" },
        output: { type: "string" },
      },
    });
    const named = systemNames.filter((name) => values[name] === true);
    const [system] = named;
    if (system === undefined || named.length > 1) return fail(`One system is named.\n${usage}`);
    if (systems[system] !== platform) {
      return fail(
        `A package for ${system} is made on ${system}: what is compiled in it is installed for this system alone.`,
      );
    }
    return ok({
      platform,
      isFolderAlone: values.dir === true,
      runtime: values.runtime ?? null,
      output: values.output ?? null,
    });
  } catch (cause) {
    return fail(`${reasonOf(cause)}\n${usage}`);
  }
}

const systemNames: readonly System[] = ["linux", "mac", "windows"];
