import { expect, it } from "vitest";
import { keysHere, keyWords } from "../../../src-renderer/ui/keys.ts";
import { placeTip } from "../../../src-renderer/ui/place-tip.ts";

/* Where a tooltip stands, and which keys it tells. */

const room = { width: 1000, height: 600, isBeside: false };
const tip = { width: 100, height: 24 };
const button = (left: number, top: number) => ({ left, top, width: 28, height: 28 });

it("stands below the middle of its element, above it at the foot of the window, and never outside", () => {
  expect(placeTip(button(500, 100), tip, room)).toEqual({ left: 464, top: 134 });
  expect(placeTip(button(500, 570), tip, room)).toEqual({ left: 464, top: 540 });
  expect(placeTip(button(0, 100), tip, room).left).toBe(8);
  expect(placeTip(button(990, 100), tip, room).left).toBe(892);
});

it("stands beside what asks for that, where there is room", () => {
  expect(placeTip(button(8, 100), tip, { ...room, isBeside: true })).toEqual({ left: 42, top: 102 });
  expect(placeTip(button(960, 100), tip, { ...room, isBeside: true }).left).toBe(892);
});

it("tells keys that work here: what a browser keeps for itself is offered otherwise, and both are heard", () => {
  expect(keysHere("Mod+N")).toEqual(["Alt+N", "Mod+N"]);
  expect(keyWords("Mod+N")).toBe("Alt+N");
  expect(keysHere("Mod+K")).toEqual(["Mod+K"]);
});
