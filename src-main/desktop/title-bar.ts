import type { BrowserWindowConstructorOptions } from "electron";

/** How the page draws the upper edge of its window: `none` where the system does all of it. */
export type Frame = "mac" | "overlay" | "none";

/** As high as the strip that the page leaves free for it; theme/frame.css. */
const barHeight = 32;

/** macOS keeps its three lights and Windows its three buttons, over our own strip; Linux has the frame of its desktop. */
export function frameOf(platform: NodeJS.Platform): Frame {
  if (platform === "darwin") return "mac";
  return platform === "win32" ? "overlay" : "none";
}

export function titleBarOf(frame: Frame, isDark: boolean): BrowserWindowConstructorOptions {
  switch (frame) {
    case "mac":
      return { titleBarStyle: "hiddenInset", trafficLightPosition: { x: 13, y: 10 } };
    case "overlay":
      return { titleBarStyle: "hidden", titleBarOverlay: overlayOn(isDark ? "#151412" : "#f1efeb") };
    default:
      return {};
  }
}

/** The buttons on this colour (`#rrggbb`), which is the page's own. */
export function overlayOn(color: string): {
  readonly color: string;
  readonly symbolColor: string;
  readonly height: number;
} {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  // As bright as it looks, of 255.
  const brightness = 0.299 * red + 0.587 * green + 0.114 * blue;
  return { color, symbolColor: brightness > 140 ? "#23201c" : "#e8e6e2", height: barHeight };
}

/** The page learns of it in its address, before it draws. */
export function framedAddress(address: string, frame: Frame): string {
  if (frame === "none") return address;
  const framed = new URL(address);
  framed.searchParams.set("frame", frame);
  return framed.href;
}
