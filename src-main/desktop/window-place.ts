import type { Area } from "./preferences.ts";

/** As new windows are; and smaller than this none is. */
const usual = { width: 1280, height: 800 };
export const leastSize = { width: 640, height: 480 };
/** So much of the bar at its top must be on a screen for a hand to take hold of it. */
const barHeight = 32;
const leastBar = { width: 120, height: 16 };

/** Where a window opens; without `x` and `y` the system chooses. */
export interface WindowPlace {
  readonly width: number;
  readonly height: number;
  readonly x?: number;
  readonly y?: number;
}

/**
 * Where it was before, if a hand can take hold of it there on the screens that there are now; else it has its size alone. It
 * is never larger than its screen. `screens`: what of each one windows may cover, the chief one first.
 */
export function placeWindow(before: Area | null, screens: readonly Area[]): WindowPlace {
  const [chief] = screens;
  if (chief === undefined) return usual;
  if (before === null) return fitting(usual, chief);
  const bar = { ...before, height: Math.min(before.height, barHeight) };
  const [home] = screens
    .map((screen) => ({ screen, shown: overlap(bar, screen) }))
    .filter(({ shown }) => shown.width >= leastBar.width && shown.height >= leastBar.height)
    .toSorted((a, b) => area(b.shown) - area(a.shown));
  if (home === undefined) return fitting(before, chief);
  const { screen } = home;
  const size = fitting(before, screen);
  return {
    ...size,
    x: within(before.x, screen.x, screen.x + screen.width - size.width),
    y: within(before.y, screen.y, screen.y + screen.height - size.height),
  };
}

type Size = Pick<Area, "width" | "height">;

function fitting({ width, height }: Size, screen: Area): Size {
  return {
    width: Math.max(Math.min(width, screen.width), Math.min(leastSize.width, screen.width)),
    height: Math.max(Math.min(height, screen.height), Math.min(leastSize.height, screen.height)),
  };
}

function overlap(a: Area, b: Area): Size {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return { width: Math.max(width, 0), height: Math.max(height, 0) };
}

function area({ width, height }: Size): number {
  return width * height;
}

function within(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(value, most));
}
