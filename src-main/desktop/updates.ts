import type { UpdateFacts, WhyNoUpdates } from "../../src-preload/contract/desktop.ts";
import type { AsyncResult } from "../../src-preload/contract/result.ts";
import type { Host } from "../host.ts";
import { reasonOf } from "../thrown.ts";
import type { PreferenceFile } from "./preference-file.ts";

/** A newer Perch, as the address of updates tells of it. */
export interface FoundUpdate {
  readonly version: string;
  /** What is new, as plain text; "" where nothing is said. */
  readonly notes: string;
}

/** What looks for updates, fetches and installs them: electron-updater, or a test's. */
export interface UpdateSource {
  /** Null: this one is the newest. */
  look(): Promise<FoundUpdate | null>;
  /** Downloads the one that was found last. */
  download(): Promise<void>;
  /** Ends the app, installs the one that was fetched, and starts that. */
  install(): void;
}

export interface UpdateParts {
  readonly host: Pick<Host, "now" | "setTimer" | "log">;
  readonly preferences: PreferenceFile;
  /** Why there are no updates here; null where there are. */
  readonly whyNone: WhyNoUpdates | null;
  /** Loads what looks for them, when it is first needed. */
  readonly open: () => Promise<UpdateSource>;
  /** Keeps what an update could break; one that fails is no update. */
  readonly beforeUpdate: () => AsyncResult<unknown>;
  /** Asks about runs that are on, and then ends the app. */
  readonly quit: () => void;
}

export interface Updates {
  readonly facts: UpdateFacts;
  /** Looks now, and fetches what is found. Resolves when that is done, well or not; a second call waits for the first. */
  look(): Promise<void>;
  /** Backs up, once, then asks the app to end. Does nothing where nothing is ready. */
  install(): Promise<void>;
  setAutomatic(isOn: boolean): void;
  /** To be called where the person ends the app: true where that installs what is ready. */
  endWithInstall(): boolean;
}

/** The first look comes when a start is over and done with, then one a day. */
const firstMs = 60_000;
const betweenMs = 24 * 3_600_000;

export function createUpdates(parts: UpdateParts): Updates {
  const { host, preferences } = parts;
  let source: UpdateSource | null = null;
  const { whyNone } = parts;
  let state: UpdateFacts["state"] = whyNone === null ? { kind: "unknown" } : { kind: "unavailable", reason: whyNone };
  let lookedAt: number | null = null;
  let looking: Promise<void> | null = null;
  let isKeeping = false;
  let isKept = false;
  let waiting: Disposable | null = null;

  function lookIn(ms: number): void {
    waiting?.[Symbol.dispose]();
    waiting = null;
    if (!preferences.current().automaticUpdates || whyNone !== null) return;
    waiting = host.setTimer(ms, () => {
      lookIn(betweenMs);
      void look();
    });
  }

  async function lookOnce(): Promise<void> {
    try {
      state = { kind: "looking" };
      source ??= await parts.open();
      const found = await source.look();
      lookedAt = host.now();
      state = { kind: "current" };
      if (found === null) return;
      state = { kind: "fetching", ...found };
      await source.download();
      state = { kind: "ready", ...found };
    } catch (cause) {
      host.log("warn", "an update could not be had", { reason: reasonOf(cause) });
      state = { kind: "failed", message: reasonOf(cause) };
    }
  }

  function look(): Promise<void> {
    // What is ready stays so: it is newer than this one in any case.
    if (state.kind === "ready" || whyNone !== null) return Promise.resolve();
    looking ??= lookOnce().finally(() => {
      looking = null;
    });
    return looking;
  }

  lookIn(firstMs);
  return {
    get facts() {
      return { isAutomatic: preferences.current().automaticUpdates, lookedAt, state };
    },
    look,
    async install() {
      if (state.kind !== "ready" || isKeeping) return;
      if (!isKept) {
        isKeeping = true;
        const kept = await parts.beforeUpdate();
        isKeeping = false;
        isKept = kept.ok;
        if (!kept.ok) state = { kind: "failed", message: kept.error.message };
      }
      // The person may have stayed after all when they were asked about what is at work, and want it now.
      if (isKept) parts.quit();
    },
    setAutomatic(isOn) {
      preferences.change({ automaticUpdates: isOn });
      lookIn(firstMs);
    },
    endWithInstall() {
      if (!isKept || source === null) return false;
      source.install();
      return true;
    },
  };
}
