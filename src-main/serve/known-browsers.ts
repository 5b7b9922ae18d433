import { join } from "node:path";
import { parseBoundedJson } from "../../src-preload/contract/bounded-json.ts";
import { z } from "../../src-preload/contract/zod.ts";
import { createLane } from "../bus/lane.ts";
import type { Host } from "../host.ts";
import { NotAFileError, readRegular } from "../settings/read-regular.ts";
import { writeFileAtomic } from "../storage/atomic-file.ts";
import type { FileSystem } from "../storage/file-system.ts";
import { isMissing } from "../thrown.ts";
import { createSecret, digestOf } from "./access.ts";

const browserSchema = z.object({
  /** The digest of its cookie. */
  cookie: z.string(),
  /** In milliseconds since 1970. */
  usedAt: z.number(),
  /** The public keys of its pages; each holds for the address it was made at. */
  pages: z.array(z.object({ origin: z.string(), key: z.string() })),
});
const fileSchema = z.object({ browsers: z.array(browserSchema) });
export type KnownBrowser = z.infer<typeof browserSchema>;

export interface KnownBrowsers {
  /** The browser whose cookie this is; null for one that nobody let in, or that was away for too long. */
  find(cookie: string | null): Promise<KnownBrowser | null>;
  /** Lets a browser in; answers the cookie that it gets. */
  add(): Promise<string>;
  /** Registers the key that, together with the cookie, opens the socket at this address. */
  addPage(browser: KnownBrowser, origin: string, key: string): Promise<void>;
}

/** A browser that did not come for so long has to be let in again. */
export const browserLifeMs = 30 * 24 * 60 * 60 * 1000;
/** Coming back is written down at most so often. */
const touchMs = 24 * 60 * 60 * 1000;
/** The ones that were away the longest go first. */
const maxBrowsers = 50;
const maxPages = 20;

/**
 * The browsers that a person has let into this home, in `browsers.json` (0600): digests of their cookies and public keys of
 * their pages, nothing that lets anybody in. The file is read at every look: whoever deletes it shuts all of them out.
 */
export function createKnownBrowsers(host: Host, files: FileSystem): KnownBrowsers {
  const path = join(host.paths.home, "browsers.json");
  const lane = createLane();
  /** What could not be written down; it holds until the end of this process. */
  let unwritten: readonly KnownBrowser[] | null = null;

  async function read(): Promise<readonly KnownBrowser[]> {
    if (unwritten !== null) return unwritten;
    try {
      const parsed = fileSchema.safeParse(parseBoundedJson(await readRegular(files, path)));
      return parsed.success ? parsed.data.browsers : [];
    } catch (cause) {
      if (isMissing(cause) || cause instanceof SyntaxError || cause instanceof NotAFileError) return [];
      throw cause;
    }
  }

  function change(edit: (browsers: readonly KnownBrowser[]) => readonly KnownBrowser[]): Promise<void> {
    return lane(async () => {
      const kept = edit(await read())
        .filter(isCurrent)
        .toSorted((a, b) => b.usedAt - a.usedAt)
        .slice(0, maxBrowsers);
      const written = await writeFileAtomic(path, `${JSON.stringify({ browsers: kept })}\n`, { files, mode: 0o600 });
      unwritten = written.ok ? null : kept;
      if (!written.ok)
        host.log("warn", "a browser is not known after the next start", { reason: written.error.message });
    });
  }

  const isCurrent = (browser: KnownBrowser): boolean => host.now() - browser.usedAt < browserLifeMs;
  const replace = (next: KnownBrowser) =>
    change((browsers) => browsers.map((browser) => (browser.cookie === next.cookie ? next : browser)));

  return {
    async find(cookie) {
      if (cookie === null) return null;
      const digest = digestOf(cookie);
      const browser = (await read()).find((known) => known.cookie === digest && isCurrent(known));
      if (browser === undefined) return null;
      if (host.now() - browser.usedAt > touchMs) await replace({ ...browser, usedAt: host.now() });
      return browser;
    },
    async add() {
      const cookie = createSecret();
      await change((browsers) => [...browsers, { cookie: digestOf(cookie), usedAt: host.now(), pages: [] }]);
      return cookie;
    },
    addPage: ({ cookie }, origin, key) =>
      change((browsers) =>
        browsers.map((browser) => {
          if (browser.cookie !== cookie) return browser;
          const others = browser.pages.filter((page) => page.origin !== origin || page.key !== key);
          return { ...browser, usedAt: host.now(), pages: [...others, { origin, key }].slice(-maxPages) };
        }),
      ),
  };
}
