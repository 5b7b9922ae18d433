interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

interface Room {
  readonly width: number;
  readonly height: number;
  /** To the right of its element, not below it. */
  readonly isBeside: boolean;
}

const gap = 6;
const edge = 8;

/** Where a tooltip stands: below the middle of its element, above it where there is no room, and never outside the window. */
export function placeTip(of: Box, tip: Pick<Box, "width" | "height">, { width, height, isBeside }: Room) {
  const inside = (at: number, size: number, room: number): number => Math.max(edge, Math.min(at, room - size - edge));
  const right = of.left + of.width + gap;
  if (isBeside && right + tip.width + edge <= width) {
    return { left: right, top: inside(of.top + (of.height - tip.height) / 2, tip.height, height) };
  }
  const below = of.top + of.height + gap;
  const hasRoomBelow = below + tip.height + edge <= height;
  return {
    left: inside(of.left + (of.width - tip.width) / 2, tip.width, width),
    top: hasRoomBelow ? below : Math.max(edge, of.top - tip.height - gap),
  };
}
