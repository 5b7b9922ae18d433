import { join } from "node:path";
import { createIdMint, type IdMint } from "../../src-preload/contract/ids.ts";
import type { Settings } from "../../src-preload/contract/settings.ts";
import { z } from "../../src-preload/contract/zod.ts";
import { createEventBus, type EventBus } from "../bus/event-bus.ts";
import { createFileWatch } from "../files/watch-file.ts";
import { createFolderWatcher, type WatchFolder } from "../files/watch-folder.ts";
import type { Host } from "../host.ts";
import { guardedHost } from "../keys/guarded-host.ts";
import { keysInSettings } from "../keys/keys-in-settings.ts";
import { createKnownKeys, type KnownKeys } from "../keys/known-keys.ts";
import { learningSettings } from "../keys/learn-keys.ts";
import { type RootFolders, rootFolders } from "../policy/session-roots.ts";
import { childEnvironment } from "../processes/child-env.ts";
import { endLeftovers, ownerMarkName } from "../processes/leftovers.ts";
import { createLoginPath } from "../processes/login-path.ts";
import { keysInEnvironment } from "../providers/provider-specs.ts";
import { createPrivateChats, type PrivateChats } from "../sessions/private-chats.ts";
import { createSettingsStore, type SettingsStore, type WriteText } from "../settings/settings-store.ts";
import { sweepTempFiles, writeFileAtomic } from "../storage/atomic-file.ts";
import type { FileSystem } from "../storage/file-system.ts";
import { createJsonFile, type JsonFile } from "../storage/json-file.ts";
import { text } from "../words.ts";
import type { AssistantOptions } from "./options.ts";

/** What every feature may need. Nothing is read or opened before it is needed. */
export interface Core extends AsyncDisposable {
  readonly version: string;
  readonly host: Host;
  readonly files: FileSystem;
  readonly ids: IdMint;
  readonly events: EventBus;
  /** What no transcript, event, answer or child process may show. */
  readonly keys: KnownKeys;
  readonly settings: SettingsStore;
  /** Tells that something of the settings, or of what was learnt beside them, is another now. */
  readonly settingsChanged: () => void;
  /** From the first call on a hand's edit of the settings is noticed as it happens. */
  readonly watchSettings: () => void;
  readonly watchFolder: WatchFolder;
  readonly folders: RootFolders;
  /** Where private chats write. */
  readonly privateChats: PrivateChats;
  /** The environment of programs that are started for the model. */
  readonly childEnv: (current: Settings) => Readonly<Record<string, string>>;
  readonly loginPath: ReturnType<typeof createLoginPath>;
  /** `trust.json`: what the person trusts, a part a feature. */
  readonly trustFile: JsonFile<Readonly<Record<string, unknown>>>;
}

export function createCore(lent: Host, { version, files, marks }: AssistantOptions): Core {
  const keys = createKnownKeys();
  const host = guardedHost(lent, keys);
  const swept = sweepSettings(host, files);
  const events = createEventBus(host, host.createId(), keys.redactAll);
  const settingsChanged = (): void => events.publish({ topic: "settings", type: "settings-changed" });
  const write: WriteText = async (path, content) => {
    await swept;
    return writeFileAtomic(path, content, { files, mode: 0o600 });
  };
  const stored = createSettingsStore(host, files, write, settingsChanged);
  const watchFolder = createFolderWatcher(host, host.log);
  const onChange = (): void => void stored.look();
  const settingsWatch = createFileWatch({ path: stored.path, files, log: host.log, watchFolder, onChange });
  const environmentKeys = keysInEnvironment(host.env);
  const settings = learningSettings(stored, keys, { host, environmentKeys });
  const ownMark = marks === undefined ? {} : { [ownerMarkName]: marks.own };
  const childEnv = (current: Settings) => ({
    ...childEnvironment(host.env, [...keysInSettings(current), ...environmentKeys, ...keys.list]),
    ...ownMark,
  });
  const privateChats = createPrivateChats({ folder: join(host.paths.home, "private"), files, log: host.log });
  const leftovers = endLeftovers(host, marks?.former ?? null);
  return {
    version,
    host,
    files,
    ids: createIdMint(host.createId),
    events,
    keys,
    settings,
    settingsChanged,
    watchSettings: settingsWatch.begin,
    watchFolder,
    folders: rootFolders(host.paths.home, host.paths.resources),
    privateChats,
    childEnv,
    trustFile: createJsonFile({
      path: join(host.paths.home, "trust.json"),
      files,
      clock: host,
      parse: (value) => z.looseObject({}).parse(value),
      unreadable: (reason) => text("rules.unreadable", { file: "trust.json", reason }),
    }),
    loginPath: createLoginPath(host, async () => {
      const now = await settings.current();
      return now.ok ? childEnv(now.value) : {};
    }),
    async [Symbol.asyncDispose]() {
      await settingsWatch[Symbol.asyncDispose]();
      await Promise.all([swept, leftovers]);
      await privateChats[Symbol.asyncDispose]();
    },
  };
}

/** Removes what a process that was killed while it saved the settings left half written. */
async function sweepSettings(host: Host, files: FileSystem): Promise<void> {
  const swept = await sweepTempFiles(host.paths.home, files, "config.json");
  if (!swept.ok) host.log("warn", "half-written settings were not removed", { reason: swept.error.message });
}
