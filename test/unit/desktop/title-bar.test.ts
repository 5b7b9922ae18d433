import { expect, it } from "vitest";
import { countImage, countSize } from "../../../src-main/desktop/count-image.ts";
import { framedAddress, frameOf, overlayOn, titleBarOf } from "../../../src-main/desktop/title-bar.ts";

it("leaves the upper edge to the desktop on Linux, and tells the page of it elsewhere", () => {
  const frames = (["darwin", "win32", "linux"] as const).map(frameOf);
  expect(frames).toEqual(["mac", "overlay", "none"]);
  expect(frames.map((frame) => framedAddress("app://perch/", frame))).toEqual([
    "app://perch/?frame=mac",
    "app://perch/?frame=overlay",
    "app://perch/",
  ]);
  expect(frames.map((frame) => titleBarOf(frame, false).titleBarStyle)).toEqual(["hiddenInset", "hidden", undefined]);
});

it("draws the buttons of Windows so that they are seen on the page's colour", () => {
  expect(overlayOn("#f1efeb")).toEqual({ color: "#f1efeb", symbolColor: "#23201c", height: 32 });
  expect(overlayOn("#151412").symbolColor).toBe("#e8e6e2");
});

it("draws a count as a disc that differs from count to count, and says 9+ above nine", () => {
  const images = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((count) => Buffer.from(countImage(count)).toString("base64"));
  expect(new Set(images).size).toBe(10);
  expect(countImage(1000)).toEqual(countImage(10));
  expect(countImage(3).slice(0, 4)).toEqual(new Uint8Array(4));
  const opaque = [...countImage(3)].filter((value, at) => at % 4 === 3 && value === 255).length;
  expect(opaque / countSize ** 2).toBeCloseTo(Math.PI / 4, 1);
});
