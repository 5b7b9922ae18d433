import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { placeWindow } from "../../../src-main/desktop/window-place.ts";

const chief = { x: 0, y: 25, width: 1920, height: 1055 };
const beside = { x: 1920, y: 0, width: 2560, height: 1440 };

describe("the place of the window", () => {
  it("is where it was before", () => {
    const before = { x: 2200, y: 100, width: 1000, height: 700 };
    expect(placeWindow(before, [chief, beside])).toEqual(before);
  });

  it("is chosen by the system where its screen is gone, with the size that it had", () => {
    const before = { x: 2200, y: 100, width: 1000, height: 700 };
    expect(placeWindow(before, [chief])).toEqual({ width: 1000, height: 700 });
  });

  it.each([
    ["left of every screen", { x: -5000, y: 100, width: 1000, height: 700 }],
    ["above every screen", { x: 100, y: -600, width: 1000, height: 700 }],
    ["with a corner that no hand can take", { x: 1900, y: 1060, width: 1000, height: 700 }],
    ["far away", { x: 1_000_000, y: -1_000_000, width: 1000, height: 700 }],
  ])("is not %s", (_name, before) => {
    expect(placeWindow(before, [chief])).toEqual({ width: 1000, height: 700 });
  });

  it("is drawn back onto the screen where it hangs over an edge", () => {
    const place = placeWindow({ x: -200, y: 700, width: 1000, height: 700 }, [chief]);
    expect(place).toEqual({ x: 0, y: 380, width: 1000, height: 700 });
  });

  it("is no larger than its screen and, where there is room, never too small", () => {
    expect(placeWindow({ x: 0, y: 25, width: 99_999, height: 99_999 }, [chief])).toEqual(chief);
    expect(placeWindow({ x: 300, y: 300, width: 200, height: 100 }, [chief])).toMatchObject({
      width: 640,
      height: 480,
    });
    const tiny = { x: 0, y: 0, width: 500, height: 300 };
    expect(placeWindow(null, [tiny])).toEqual({ width: 500, height: 300 });
  });

  it("is the usual one before there was a window, or where no screen is told", () => {
    expect(placeWindow(null, [chief])).toEqual({ width: 1280, height: 800 });
    expect(placeWindow({ x: 1, y: 1, width: 10, height: 10 }, [])).toEqual({ width: 1280, height: 800 });
  });

  it("lies whole on one screen whatever was kept", () => {
    const point = fc.integer({ min: -20_000, max: 20_000 });
    const size = fc.integer({ min: 1, max: 20_000 });
    const areas = fc.record({ x: point, y: point, width: size, height: size });
    fc.assert(
      fc.property(areas, (before) => {
        const { x, y, width, height } = placeWindow(before, [chief, beside]);
        if (x === undefined || y === undefined) return;
        const isOn = (screen: typeof chief): boolean =>
          x >= screen.x &&
          y >= screen.y &&
          x + width <= screen.x + screen.width &&
          y + height <= screen.y + screen.height;
        expect([chief, beside].some(isOn)).toBe(true);
      }),
    );
  });
});
