import { join } from "node:path";
import type { Host } from "../host.ts";
import { writeFileAtomic } from "../storage/atomic-file.ts";
import type { FileSystem } from "../storage/file-system.ts";
import { text } from "../words.ts";
import { plainPage } from "./plain-page.ts";

/** The time a browser may need to start and read the file, in milliseconds. */
const readMs = 60_000;

/** What opening takes of a host. */
interface Opener extends Pick<Host, "log" | "openExternal" | "setTimer"> {
  readonly paths: Pick<Host["paths"], "home">;
}

/**
 * Opens an address that nobody else may see. Command lines can be read by everybody on a machine: the browser is given a
 * file that only this user can read (0600) and that sends it on. Returns the undo, which removes the file; null where no browser could be opened.
 */
export async function openInBrowser(
  url: string,
  host: Opener,
  files: FileSystem,
): Promise<(() => Promise<void>) | null> {
  const path = join(host.paths.home, "open-in-browser.html");
  const remove = async (): Promise<void> => {
    await files.rm(path, { force: true }).catch((cause: unknown) => {
      host.log("warn", "a file was left behind", { path, reason: String(cause) });
    });
  };
  const written = await writeFileAtomic(path, plainPage([text("serve.opening")], url), { files, mode: 0o600 });
  try {
    if (!written.ok) throw new Error(written.error.message);
    await host.openExternal(path);
  } catch (cause) {
    host.log("warn", "no browser could be opened", { reason: String(cause) });
    await remove();
    return null;
  }
  const timer = host.setTimer(readMs, () => void remove());
  return async () => {
    timer[Symbol.dispose]();
    await remove();
  };
}
