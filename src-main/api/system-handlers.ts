import { contractError } from "../../src-preload/contract/errors.ts";
import { type AsyncResult, fail, ok } from "../../src-preload/contract/result.ts";
import { keyWord } from "../../src-preload/contract/settings.ts";
import type { Check, DoctorReport, OwnerPlace } from "../../src-preload/contract/system.ts";
import type { PathsReport } from "../../src-preload/contract/window.ts";
import type { AgentLoop } from "../agent/agent-loop.ts";
import type { Host } from "../host.ts";
import { isShownProxyChanged, withoutKeys, withoutShownKeys } from "../keys/without-keys.ts";
import type { SettingsStore } from "../settings/settings-store.ts";
import { reasonOf } from "../thrown.ts";
import { text } from "../words.ts";
import type { DomainHandlers } from "./router.ts";

interface SystemDependencies {
  readonly host: Host;
  readonly version: string;
  readonly startedAt: number;
  readonly place: OwnerPlace;
  /** Null where nobody may ask for it. */
  readonly end: (() => void) | null;
  readonly loop: AgentLoop;
  readonly settings: SettingsStore;
  readonly paths: PathsReport;
  /** Nothing happens where it is there already. */
  readonly makeFolder: (path: string) => Promise<void>;
  readonly proxy: () => Promise<Check>;
  readonly examine: () => AsyncResult<DoctorReport>;
}

export function createSystemHandlers(deps: SystemDependencies): DomainHandlers<"system"> {
  const { host, loop, startedAt, version } = deps;
  return {
    async "system.status"() {
      const settings = await deps.settings.current();
      const runs = loop.active();
      return ok({
        version,
        pid: host.pid,
        home: host.paths.home,
        place: deps.place,
        startedAt,
        uptimeMs: host.now() - startedAt,
        model: settings.ok ? settings.value.agents.defaults.model : null,
        runs,
        pendingApprovals: runs.filter((run) => run.state === "waiting").length,
        memoryBytes: process.memoryUsage.rss(),
      });
    },
    "system.doctor": deps.examine,
    "system.proxy": async () => ok(await deps.proxy()),
    "system.paths": async () => ok(deps.paths),
    async "system.end"() {
      if (deps.end === null) return fail(contractError("not-found", text("owner.staysHere")));
      // Its answer leaves first: what ends closes every connection.
      setImmediate(deps.end);
      return ok({});
    },
    async "system.open"({ target }) {
      if (!isOpenable(target, deps.paths)) return fail(contractError("forbidden", text("file.notOpened", { target })));
      try {
        const { settings: _file, userHome: _home, ...namedFolders } = deps.paths;
        if (Object.values(namedFolders).includes(target)) await deps.makeFolder(target);
        await host.openExternal(target);
        return ok({});
      } catch (cause) {
        const reason = reasonOf(cause);
        return fail(contractError("storage", text("file.cannotOpen", { target, reason })));
      }
    },
  };
}

const openableProtocols: ReadonlySet<string> = new Set(["http:", "https:", "mailto:"]);

/** One of the named paths, letter for letter, or an address that a browser or a mail program takes. */
function isOpenable(target: string, { userHome: _home, ...paths }: PathsReport): boolean {
  if (Object.values(paths).includes(target)) return true;
  if (/[\u0000-\u0020\u007f]/.test(target) || !URL.canParse(target)) return false;
  return openableProtocols.has(new URL(target).protocol);
}

export function createSettingsHandlers(settings: SettingsStore): DomainHandlers<"settings"> {
  return {
    async "settings.get"() {
      const current = await settings.current();
      return current.ok ? ok({ settings: withoutKeys(current.value) }) : current;
    },
    async "settings.update"({ patch }) {
      const current = await settings.current();
      if (current.ok && isShownProxyChanged(patch, current.value)) {
        const message = text("settings.shownKey", { key: keyWord });
        return fail(contractError("invalid-input", message, { field: "network.proxy" }));
      }
      const updated = await settings.update(withoutShownKeys(patch));
      return updated.ok ? ok({ settings: withoutKeys(updated.value) }) : updated;
    },
  };
}
