import { sessionKeySchema } from "./ids.ts";
import type { AsyncResult } from "./result.ts";
import { z } from "./zod.ts";

/*
 * The desktop around the window, where there is one: what is set for this computer alone, and what its system says of it.
 */

/** It runs from its sources, was packed without an address, or is the package manager's to renew. */
export type WhyNoUpdates = "unpackaged" | "no-address" | "package-manager";

export interface UpdateFacts {
  /** Perch looks by itself, once a day, and fetches what is newer. It installs nothing by itself. */
  readonly isAutomatic: boolean;
  /** When it was looked last in this run of the app; null: not yet. */
  readonly lookedAt: number | null;
  readonly state:
    | { readonly kind: "unavailable"; readonly reason: WhyNoUpdates }
    | { readonly kind: "unknown" | "looking" | "current" }
    /** `notes`: what is new, as plain text; "" where nothing is said. */
    | { readonly kind: "fetching" | "ready"; readonly version: string; readonly notes: string }
    | { readonly kind: "failed"; readonly message: string };
}

export interface DesktopFacts {
  /** Whether the system showed the last notification; `untried` before there was one. */
  readonly notifications:
    | { readonly kind: "untried" | "shown" | "unsupported" }
    | { readonly kind: "refused"; readonly reason: string };
  /** The key that opens Quick ask from everywhere; `taken`: another program has it, or the system gave it to nobody. */
  readonly shortcut: { readonly keys: string | null; readonly state: "set" | "taken" | "wrong" | "none" };
  /** `needs-approval`: the person must allow it in the system's settings. `unsupported`: the system was not told of Perch. */
  readonly login: { readonly isWanted: boolean; readonly state: "on" | "off" | "needs-approval" | "unsupported" };
  /** `hasTray`: something shows images of a tray, so that Perch can stay there. */
  readonly tray: { readonly hasTray: boolean; readonly isKept: boolean; readonly isUsual: boolean };
  readonly updates: UpdateFacts;
}

const desktopChange = z.object({
  /** An accelerator such as `Alt+Space`; null: none. */
  shortcut: z.string().trim().min(1).max(100).nullable().optional(),
  launchAtLogin: z.boolean().optional(),
  closeToTray: z.boolean().optional(),
  automaticUpdates: z.boolean().optional(),
});
export type DesktopChange = z.infer<typeof desktopChange>;

/** What the page of Quick ask does with its window. `height`: of what it shows, in points. */
const quickAct = z.discriminatedUnion("act", [
  z.object({ act: z.literal("close") }),
  z.object({ act: z.literal("fit"), height: z.number().min(0).max(100_000) }),
  z.object({ act: z.literal("open"), sessionKey: sessionKeySchema }),
  /** What it shows from now on is said in this chat. */
  z.object({ act: z.literal("show"), sessionKey: sessionKeySchema }),
]);
export type QuickAct = z.infer<typeof quickAct>;

/** Routes of the desktop. A part of `routeInputs`. */
export const desktopInputs = {
  /** Null where the window is in a browser. */
  "desktop.describe": () => z.object({}),
  /** What is left out stays as it is. `not-found` where there is no desktop. */
  "desktop.change": () => desktopChange,
  /** Shows a notification, and answers what the system did with it. */
  "desktop.test": () => z.object({}),
  /** Looks for a newer Perch and fetches it, or ends this one to install what was fetched. Answers when that is done. */
  "desktop.update": () => z.object({ act: z.enum(["look", "install"]) }),
  /** `open`: in the window, and the small one goes. `not-found` where there is no desktop, as below. */
  "desktop.quick": () => quickAct,
  /** Asks the person for a folder in the dialogue of the system, which begins at `from`. */
  "desktop.folder": () => z.object({ from: z.string().max(4096) }),
  /** The text of the clipboard, at most as long as a message may be; "" where it holds none. */
  "desktop.clipboard": () => z.object({}),
} as const;

/** What lends the agent its desktop. */
export interface DesktopShell {
  describe(): Promise<DesktopFacts>;
  change(change: DesktopChange): AsyncResult<DesktopFacts>;
  test(): Promise<DesktopFacts>;
  update(act: "look" | "install"): Promise<DesktopFacts>;
  quick(act: QuickAct): Promise<void>;
  clipboard(): Promise<string>;
  /** Null where the person chose none. `from` may be a path with `~`, or none at all. */
  folder(from: string): Promise<string | null>;
}

/** What the system could not show, for the window to show in its own way. `address`: the place of the window that it is about. */
export interface UnshownNotice {
  readonly title: string;
  readonly text: string;
  readonly address: string;
}
