import { type BrowserWindow, powerMonitor } from "electron";

interface PowerParts {
  /** The computer was asleep: what is due is looked at. */
  readonly wake: () => void;
  /** It goes to sleep, and may not come back. */
  readonly keep: () => void;
  /** The system ends, and waits for nobody's answer. */
  readonly end: () => void;
}

/** Sleep and the end of the system, as far as it tells of them. */
export function followPower({ wake, keep, end }: PowerParts): void {
  powerMonitor.on("suspend", keep);
  powerMonitor.on("resume", wake);
  // Held up until everything is written; the types leave out the event that Electron's documentation has.
  const shutDown = (...told: readonly unknown[]): void => {
    const [event] = told;
    if (isPreventable(event)) event.preventDefault();
    end();
  };
  powerMonitor.on("shutdown", shutDown);
}

/** On Windows a window is told of the end of the session, and no quit of the app comes then. */
export function followSession(window: BrowserWindow, end: () => void): void {
  window.on("query-session-end", end);
  window.on("session-end", end);
}

function isPreventable(event: unknown): event is { preventDefault(): void } {
  return typeof event === "object" && event !== null && "preventDefault" in event;
}

/** Whether the computer runs on its battery, where Electron knows it; on Linux Perch asks the kernel itself. */
export function batteryOf(
  platform: NodeJS.Platform,
  own: () => Promise<boolean | null>,
): () => Promise<boolean | null> {
  return platform === "linux" ? own : async () => powerMonitor.isOnBatteryPower();
}
