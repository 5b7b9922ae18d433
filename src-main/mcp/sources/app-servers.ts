import { contractError } from "../../../src-preload/contract/errors.ts";
import type { McpDraft, McpTarget } from "../../../src-preload/contract/mcp.ts";
import type { AppFile, BroughtIn, FoundApps, FoundServer } from "../../../src-preload/contract/mcp-sources.ts";
import { type AsyncResult, fail, ok } from "../../../src-preload/contract/result.ts";
import type { Settings } from "../../../src-preload/contract/settings.ts";
import type { Host } from "../../host.ts";
import type { SettingsStore } from "../../settings/settings-store.ts";
import type { FileSystem } from "../../storage/file-system.ts";
import { text } from "../../words.ts";
import { targetOf } from "../launch.ts";
import { fromHome } from "../lent-folders.ts";
import type { McpServers } from "../mcp-servers.ts";
import { appPlaces } from "./app-places.ts";
import { freeName } from "./free-name.ts";
import { createHeld } from "./held.ts";
import { type AppServer, readAppFile } from "./read-app-file.ts";

export interface AppServersParts {
  readonly host: Host;
  readonly files: FileSystem;
  readonly settings: Pick<SettingsStore, "current">;
  readonly servers: () => Promise<Pick<McpServers, "save">>;
}

/** What other applications have set up: found when somebody looks, and brought in where the person chose it. */
export interface AppServers extends Disposable {
  find(): AsyncResult<FoundApps>;
  bringIn(token: string, ids: readonly number[]): AsyncResult<readonly BroughtIn[]>;
}

/** One server, of all applications that have it. */
interface Merged {
  readonly draft: McpDraft;
  readonly apps: readonly string[];
  readonly isOff: boolean;
}

export function createAppServers({ host, files, settings, servers }: AppServersParts): AppServers {
  const held = createHeld<readonly Merged[]>(host);
  return {
    async find() {
      const current = await settings.current();
      if (!current.ok) return current;
      const { userHome } = host.paths;
      const workFolder = fromHome(current.value.agents.defaults.workFolder, userHome);
      const places = appPlaces({ platform: host.platform, userHome, env: host.env }, workFolder);
      const looked = await Promise.all(
        places.map(async (place) => ({ place, read: await readAppFile(place, files, host.platform) })),
      );
      const there = looked.flatMap(({ place, read }) => (read === null ? [] : [{ place, read }]));
      const merged = mergedOf(
        there.flatMap(({ place, read }) => (read.ok ? read.value.map((one) => [place.app, one] as const) : [])),
      );
      const read: readonly AppFile[] = there.map(({ place, read: { ok: isRead, ...rest } }) => ({
        app: place.app,
        path: place.path,
        problem: isRead || !("error" in rest) ? null : rest.error,
      }));
      const rows = merged.map((one, id) => rowOf(one, id, current.value));
      return ok({ token: held.keep(merged), files: read, servers: rows });
    },
    async bringIn(token, ids) {
      const found = held.take(token);
      if (found === null) return fail(contractError("conflict", text("mcp.apps.over")));
      const brought: BroughtIn[] = [];
      for (const id of new Set(ids)) brought.push(await bringInOne(found[id], id));
      return ok(brought);
    },
    [Symbol.dispose]: held.forget,
  };

  async function bringInOne(one: Merged | undefined, id: number): Promise<BroughtIn> {
    const current = await settings.current();
    if (!current.ok) return { kind: "failed", id, message: current.error.message };
    if (one === undefined) return { kind: "failed", id, message: text("mcp.apps.over") };
    const { name, target, values } = one.draft;
    const own = freeName(name, Object.keys(current.value.tools.mcpServers));
    const saved = await (await servers()).save({
      name: own,
      isNew: true,
      target: withOwnLists(target),
      values: Object.fromEntries(Object.entries(values).filter(([, value]) => !isBlank(value))),
    });
    return saved.ok
      ? { kind: "added", id, name: saved.value.name }
      : { kind: "failed", id, message: saved.error.message };
  }
}

/** The same server under the same name is one, whoever has it. */
function mergedOf(found: readonly (readonly [string, AppServer])[]): readonly Merged[] {
  const merged = new Map<string, Merged>();
  for (const [app, { draft, isOff }] of found) {
    const key = JSON.stringify([
      draft.name.toLowerCase(),
      keyOf(draft.target),
      Object.entries(draft.values).toSorted(),
    ]);
    const before = merged.get(key);
    const apps = [...new Set([...(before?.apps ?? []), app])];
    merged.set(key, { draft, apps, isOff: isOff && (before?.isOff ?? true) });
  }
  return [...merged.values()];
}

function keyOf(target: McpTarget): string {
  if (target.kind === "address") return target.url.replace(/\/+$/, "");
  return JSON.stringify([target.command, ...target.args]);
}

function rowOf({ draft, apps, isOff }: Merged, id: number, { tools }: Settings): FoundServer {
  const { name, target, values } = draft;
  const known = Object.entries(tools.mcpServers).find(([, own]) => keyOf(targetOf(own)) === keyOf(target))?.[0];
  const named = Object.entries(values).map(([key, value]) => ({ name: key, isMissing: isBlank(value) }));
  return { id, name, target, values: named, apps, isOff, known: known ?? null };
}

/** Something stands in the place of the value: `${input:key}` is what the other application asks for. */
function isBlank(value: string): boolean {
  return /^\s*$|\$\{input:[^{}]*\}|^<[^<>]+>$|\{\{[^{}]*\}\}/.test(value);
}

function withOwnLists(target: McpTarget) {
  return target.kind === "address" ? target : { ...target, args: [...target.args] };
}
