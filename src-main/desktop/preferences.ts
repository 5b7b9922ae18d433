import { z } from "../../src-preload/contract/zod.ts";

/*
 * What belongs to this one desktop and to nothing else: it is in no config.json, since that may lie on a disk which another
 * computer sees too.
 */

/** A place on the screens, in the system's own points. */
export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface DesktopPreferences {
  /** Of the window while it is not maximised; null before its first end. */
  readonly bounds: Area | null;
  readonly isMaximised: boolean;
  /** As Chromium counts: 0 is the usual size, each step a fifth. */
  readonly zoom: number;
  /** An accelerator of Electron; null: none. */
  readonly shortcut: string | null;
  readonly launchAtLogin: boolean;
  /** Closing the window leaves the agent at work in the tray. */
  readonly closeToTray: boolean;
  /** That the window is in the tray was said once. */
  readonly trayHintShown: boolean;
  /** Looks for a newer Perch by itself. */
  readonly automaticUpdates: boolean;
  /** What the last notifications are about, the oldest first: they outlive this process. */
  readonly notices: readonly NoticePlace[];
}

/** `id`: as the system knows it. `address`: of the window. */
interface NoticePlace {
  readonly id: string;
  readonly address: string;
}

export const firstPreferences: DesktopPreferences = {
  bounds: null,
  isMaximised: false,
  zoom: 0,
  shortcut: "Alt+Space",
  launchAtLogin: false,
  closeToTray: false,
  trayHintShown: false,
  automaticUpdates: true,
  notices: [],
};

/** No screen is that far away; beyond it systems reckon with other numbers than ours. */
const mostPoints = 1_000_000;
const point = z.number().int().min(-mostPoints).max(mostPoints);
const length = z.number().int().min(1).max(mostPoints);

const fields = {
  bounds: z.object({ x: point, y: point, width: length, height: length }).nullable(),
  isMaximised: z.boolean(),
  zoom: z.number().min(-8).max(9),
  shortcut: z.string().min(1).max(100).nullable(),
  launchAtLogin: z.boolean(),
  closeToTray: z.boolean(),
  trayHintShown: z.boolean(),
  automaticUpdates: z.boolean(),
  notices: z
    .array(
      z.object({
        id: z.string().max(64),
        address: z
          .string()
          .max(1000)
          .regex(/^#\/(chats\/|inbox$)/),
      }),
    )
    .max(200),
} satisfies Readonly<Record<keyof DesktopPreferences, z.ZodType>>;

const kept = z.object({
  bounds: fields.bounds.catch(firstPreferences.bounds),
  isMaximised: fields.isMaximised.catch(firstPreferences.isMaximised),
  zoom: fields.zoom.catch(firstPreferences.zoom),
  shortcut: fields.shortcut.catch(firstPreferences.shortcut),
  launchAtLogin: fields.launchAtLogin.catch(firstPreferences.launchAtLogin),
  closeToTray: fields.closeToTray.catch(firstPreferences.closeToTray),
  trayHintShown: fields.trayHintShown.catch(firstPreferences.trayHintShown),
  automaticUpdates: fields.automaticUpdates.catch(firstPreferences.automaticUpdates),
  notices: fields.notices.catch([]),
});

interface ReadPreferences {
  readonly preferences: DesktopPreferences;
  /** False where something of it cannot be used; what is left out is no fault. */
  readonly isWhole: boolean;
}

/** What cannot be used of it is as it is at first. */
export function readPreferences(content: unknown): ReadPreferences {
  const read = kept.safeParse(content);
  if (!read.success) return { preferences: firstPreferences, isWhole: false };
  return { preferences: read.data, isWhole: z.object(fields).partial().safeParse(content).success };
}
