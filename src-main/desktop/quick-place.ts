import type { Area } from "./preferences.ts";

/** Of the window of Quick ask; its page says how high it is. */
const width = 640;
const firstHeight = 112;
const leastHeight = 72;
/** So much of the screen lies above it, and so much it may cover. */
const above = 0.18;
const mostOfScreen = 0.6;

/** Near the top of the screen with the pointer. `screen`: what of it windows may cover. */
export function placeQuickAsk(screen: Area, height: number = firstHeight): Area {
  const wide = Math.min(width, screen.width);
  return {
    x: Math.round(screen.x + (screen.width - wide) / 2),
    y: Math.round(screen.y + screen.height * above),
    width: wide,
    height: fitHeight(screen, height),
  };
}

/** As high as its page wants it, within what fits. */
export function fitHeight(screen: Area, height: number): number {
  return Math.round(Math.min(Math.max(height, leastHeight), screen.height * mostOfScreen));
}
