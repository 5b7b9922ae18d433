import { expect, it } from "vitest";
import { killUndo } from "../torture/undo-kills.ts";

/** `npm run torture` does it more often. */
const kills = 8;

it.runIf(process.platform !== "win32")(
  "a process that is killed within a write or a revert leaves files that go back",
  async () => {
    const { faults } = await killUndo({ kills, seed: Date.now() % 1_000_000 });
    expect(faults).toEqual([]);
  },
);
