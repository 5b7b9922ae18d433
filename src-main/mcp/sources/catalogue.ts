import { dirname, join } from "node:path";
import type { CataloguePage } from "../../../src-preload/contract/mcp-catalogue.ts";
import { type AsyncResult, ok } from "../../../src-preload/contract/result.ts";
import type { RouteInput } from "../../../src-preload/contract/routes.ts";
import { z } from "../../../src-preload/contract/zod.ts";
import type { Host } from "../../host.ts";
import type { SettingsStore } from "../../settings/settings-store.ts";
import { writeFileAtomic } from "../../storage/atomic-file.ts";
import type { FileSystem } from "../../storage/file-system.ts";
import { isMissing, reasonOf } from "../../thrown.ts";
import { text } from "../../words.ts";
import { askRegistry, registryAddress } from "./ask-registry.ts";
import { fits, readPage } from "./catalogue-entries.ts";

export interface CatalogueParts {
  readonly host: Host;
  readonly files: FileSystem;
  readonly settings: Pick<SettingsStore, "current">;
  /** Where answers of the registry are kept. */
  readonly cacheFile: string;
}

export interface Catalogue extends Disposable {
  page(question: RouteInput<"mcpSources.catalogue">): AsyncResult<CataloguePage>;
}

const keptSchema = z.object({
  pages: z.array(z.object({ address: z.string(), at: z.number(), answer: z.unknown() })),
});
type Kept = z.infer<typeof keptSchema>["pages"];

/** So many answers are kept, the last ones; each is asked for anew after an hour. */
const mostKept = 50;
const freshMs = 60 * 60_000;

const selectionSchema = z.object({ date: z.string(), servers: z.array(z.unknown()) });

/** Servers that a person may choose from. What the registry answered is kept on the disk, and shown with its age where it is silent. */
export function createCatalogue({ host, files, settings, cacheFile }: CatalogueParts): Catalogue {
  const closing = new AbortController();
  let kept: Promise<Kept> | null = null;

  async function readKept(): Promise<Kept> {
    try {
      return keptSchema.parse(JSON.parse(await files.readFile(cacheFile, "utf8"))).pages;
    } catch (cause) {
      // It is made anew: nobody loses by it.
      if (!isMissing(cause)) host.log("warn", "kept answers of a registry cannot be read", { reason: reasonOf(cause) });
      return [];
    }
  }

  async function keep(address: string, answer: unknown): Promise<void> {
    const others = (await (kept ?? readKept())).filter((one) => one.address !== address);
    const pages = [...others, { address, at: host.now(), answer }].slice(-mostKept);
    kept = Promise.resolve(pages);
    await files.mkdir(dirname(cacheFile), { recursive: true, mode: 0o700 });
    const written = await writeFileAtomic(cacheFile, JSON.stringify({ pages }), { files, mode: 0o600 });
    if (!written.ok) host.log("warn", "an answer of a registry was not kept", { reason: written.error.message });
  }

  async function selection(query: string, problem: string | null): Promise<CataloguePage> {
    const content = await files.readFile(join(host.paths.resources, "mcp-catalogue.json"), "utf8");
    const { date, servers } = selectionSchema.parse(JSON.parse(content));
    const entries = (readPage({ servers })?.entries ?? []).filter((entry) => fits(entry, query));
    return { source: "selection", at: Date.parse(date), problem, entries, next: null };
  }

  async function ofRegistry({ query, cursor }: RouteInput<"mcpSources.catalogue">): AsyncResult<CataloguePage> {
    const current = await settings.current();
    if (!current.ok) return current;
    const { tools, network } = current.value;
    const url = registryAddress({ base: tools.mcpRegistry, query, cursor });
    if (url === null) return ok(await selection(query, text("mcp.catalogue.badAddress")));
    kept ??= readKept();
    const before = (await kept).find(({ address }) => address === url.href);
    const beforePage = before === undefined ? null : readPage(before.answer);
    if (before !== undefined && beforePage !== null && host.now() - before.at < freshMs) {
      return ok({ source: "registry", at: before.at, problem: null, ...beforePage });
    }
    const asked = await askRegistry(url, { host, proxy: network.proxy, signal: closing.signal });
    const page = asked.ok ? readPage(asked.value) : null;
    if (asked.ok && page !== null) {
      await keep(url.href, asked.value);
      return ok({ source: "registry", at: host.now(), problem: null, ...page });
    }
    const problem = asked.ok ? text("mcp.catalogue.strange", { host: url.host }) : asked.error;
    if (before !== undefined && beforePage !== null)
      return ok({ source: "kept", at: before.at, problem, ...beforePage });
    return ok(await selection(query, problem));
  }

  return {
    async page(question) {
      const query = question.query.trim();
      return question.where === "selection" ? ok(await selection(query, null)) : ofRegistry({ ...question, query });
    },
    [Symbol.dispose]: () => closing.abort(),
  };
}
