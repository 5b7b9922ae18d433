import { expect, it } from "vitest";
import { placeQuickAsk } from "../../../src-main/desktop/quick-place.ts";

it("opens near the top of its screen, in its middle, and leaves a part of it free", () => {
  const screen = { x: 1920, y: 0, width: 1280, height: 1000 };
  expect(placeQuickAsk(screen)).toEqual({ x: 2240, y: 180, width: 640, height: 112 });
  expect(placeQuickAsk(screen, 5000)).toMatchObject({ height: 600 });
  expect(placeQuickAsk(screen, 0)).toMatchObject({ height: 72 });
  expect(placeQuickAsk({ x: 0, y: 24, width: 480, height: 700 })).toMatchObject({ x: 0, y: 150, width: 480 });
});
