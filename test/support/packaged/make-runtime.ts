import { chmod, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

const boot = join(import.meta.dirname, "boot.ts");
const register = join(import.meta.dirname, "../electron-stand-in/register.ts");

/** What marks the place of the switches in a real runtime. */
const sentinel = "dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX";
/** As Electron 45 is shipped: plain Node, options of Node, inspection and privileges of files on, the rest off. */
const shippedFuses = "101100011";

/**
 * A folder like the unpacked runtime, whose program runs the packaged app on the stand-in for Electron. `unpackTo`: where it puts
 * what the archive holds.
 */
export async function makeRuntime(folder: string, version: string, unpackTo: string): Promise<void> {
  const program = [
    "#!/bin/sh",
    `exec "${process.execPath}" --import "${register}" "${boot}" "$0" "${unpackTo}" "$@"`,
    `# ${sentinel}${String.fromCharCode(1, shippedFuses.length)}${shippedFuses}`,
    "",
  ].join("\n");
  const files = {
    electron: program,
    "chrome-sandbox": "a stand-in\n",
    version,
    LICENSE: "MIT, of the runtime\n",
    "LICENSES.chromium.html": "<p>of Chromium</p>\n",
    "locales/en-US.pak": "English\n",
    "locales/de.pak": "Deutsch\n",
  };
  await mkdir(join(folder, "locales"), { recursive: true });
  await mkdir(join(folder, "resources"));
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content, "latin1");
  await chmod(join(folder, "electron"), 0o755);
}
