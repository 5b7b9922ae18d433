import { createStore, type StoreApi } from "zustand/vanilla";
import { maxAttachedBytes } from "../../src-preload/contract/bounds.ts";
import { contractError } from "../../src-preload/contract/errors.ts";
import type { BundlePreview, BundleValues } from "../../src-preload/contract/mcp-bundles.ts";
import type { CataloguePage } from "../../src-preload/contract/mcp-catalogue.ts";
import type { BroughtIn, FoundApps } from "../../src-preload/contract/mcp-sources.ts";
import { type AsyncResult, fail } from "../../src-preload/contract/result.ts";
import type { AgentClient } from "../client/agent-client.ts";
import { text } from "../ui/text.ts";
import { encodeFile } from "./attach-files.ts";
import { createCrossing } from "./crossing.ts";
import { type Load, loaded } from "./load.ts";

/** Where a bundle is: in a file that was handed over, or at a path on the agent's computer. */
export type BundleOrigin =
  | { readonly kind: "file"; readonly file: File }
  | { readonly kind: "path"; readonly path: string };

export type CataloguePlace = "selection" | "registry";

interface CatalogueState {
  readonly where: CataloguePlace;
  /** As it is typed. */
  readonly query: string;
  readonly page: Load<CataloguePage>;
  readonly isAskingMore: boolean;
}

interface McpSourcesState {
  readonly catalogue: CatalogueState;
  readonly apps: Load<FoundApps>;
  /** Those of `apps` that are to be added, by their numbers. */
  readonly chosen: readonly number[];
  /** What became of those that were to be added, of this look. */
  readonly brought: readonly BroughtIn[];
  readonly isAdding: boolean;
  /** Why none of them was added; null where that is not so. */
  readonly problem: string | null;
}

const noApps = {
  apps: { kind: "loading" },
  chosen: [],
  brought: [],
  isAdding: false,
  problem: null,
} as const;

const firstPage: CatalogueState = { where: "selection", query: "", page: { kind: "loading" }, isAskingMore: false };

/** Where MCP servers come from: other applications on this computer, bundles, a catalogue. */
export function createMcpSources(client: AgentClient) {
  const store = createStore<McpSourcesState>(() => ({ ...noApps, catalogue: firstPage }));
  return {
    store,
    ...createCatalogueActs(client, store),
    /** Anew each time that somebody looks. */
    async findApps(): Promise<void> {
      store.setState(noApps);
      const found = await client.request("mcpSources.findApps", {});
      store.setState({ apps: loaded(found, (apps) => apps) });
    },
    choose(ids: readonly number[], isChosen: boolean): void {
      const others = store.getState().chosen.filter((id) => !ids.includes(id));
      store.setState({ chosen: isChosen ? [...others, ...ids] : others });
    },
    /** The names of those that were added. */
    async bringIn(): Promise<readonly string[]> {
      const { apps, chosen, isAdding } = store.getState();
      if (apps.kind !== "ready" || chosen.length === 0 || isAdding) return [];
      store.setState({ isAdding: true, problem: null });
      const answer = await client.request("mcpSources.bringIn", { token: apps.token, ids: [...chosen] });
      const brought = answer.ok ? answer.value.servers : [];
      const added = brought.flatMap((one) => (one.kind === "added" ? [one] : []));
      store.setState((state) => ({
        isAdding: false,
        problem: answer.ok ? null : answer.error.message,
        brought: [...state.brought.filter(({ id }) => !chosen.includes(id)), ...brought],
        chosen: state.chosen.filter((id) => !added.some((one) => one.id === id)),
      }));
      return added.map(({ name }) => name);
    },
    /** What is in a bundle; nothing of it is kept. */
    async lookAtBundle(origin: BundleOrigin): AsyncResult<BundlePreview> {
      if (origin.kind === "path") return client.request("mcpSources.lookAtBundle", { origin });
      if (origin.file.size > maxAttachedBytes) {
        const most = maxAttachedBytes / 1024 / 1024;
        return fail(contractError("invalid-input", text("mcpServer.bundle.tooLarge", { most })));
      }
      try {
        const base64 = await encodeFile(origin.file);
        return await client.request("mcpSources.lookAtBundle", { origin: { kind: "bytes", base64 } });
      } catch {
        // A folder, or a file that is gone by now.
        return fail(contractError("invalid-input", text("mcpServer.bundle.unreadable")));
      }
    },
    addBundle: (token: string, values: BundleValues) =>
      client.request("mcpSources.addBundle", { token, values: writable(values) }),
  };
}

/** Looking through the catalogue; the last question counts. */
function createCatalogueActs(client: AgentClient, store: StoreApi<McpSourcesState>) {
  const crossing = createCrossing();
  const set = (part: Partial<CatalogueState>): void =>
    store.setState(({ catalogue }) => ({ catalogue: { ...catalogue, ...part } }));
  const ask = (cursor: string | null) => {
    const { where, query } = store.getState().catalogue;
    return crossing.ask(() => client.request("mcpSources.catalogue", { where, query, cursor }));
  };

  async function searchCatalogue(): Promise<void> {
    const { where, page } = store.getState().catalogue;
    // What came along is there at once: what was shown stays until then.
    if (where === "registry" || page.kind !== "ready") set({ page: { kind: "loading" }, isAskingMore: false });
    const came = await ask(null);
    if (came !== null) set({ page: loaded(came.answer, (found) => found), isAskingMore: false });
  }

  return {
    searchCatalogue,
    async chooseCatalogue(where: CataloguePlace): Promise<void> {
      set({ where, page: { kind: "loading" } });
      await searchCatalogue();
    },
    /** A registry is asked once the question is whole; what came along is looked through with each letter. */
    typeQuery(query: string): void {
      set({ query });
      if (store.getState().catalogue.where === "selection") void searchCatalogue();
    },
    async moreOfCatalogue(): Promise<void> {
      const { page, isAskingMore } = store.getState().catalogue;
      if (page.kind !== "ready" || page.next === null || isAskingMore) return;
      set({ isAskingMore: true });
      const came = await ask(page.next);
      if (came === null) return;
      const { answer } = came;
      if (!answer.ok) return set({ isAskingMore: false, page: { ...page, problem: answer.error.message } });
      // Where the registry fell silent meanwhile, what came along is no page behind this one.
      const isBehind = answer.value.source !== "selection";
      const known = new Set(page.entries.map(({ name }) => name));
      const more = answer.value.entries.filter(({ name }) => !known.has(name));
      set({
        isAskingMore: false,
        page: isBehind
          ? { ...page, ...answer.value, at: page.at, entries: [...page.entries, ...more] }
          : { ...page, problem: answer.value.problem },
      });
    },
  };
}

/** Lists as the line takes them. */
function writable(values: BundleValues): Record<string, string | number | boolean | string[]> {
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => [key, Array.isArray(value) ? [...value] : value]),
  );
}

export type McpSources = ReturnType<typeof createMcpSources>;
