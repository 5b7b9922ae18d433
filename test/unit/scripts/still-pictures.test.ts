import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { settledLook } from "../../support/shots/settled-look.ts";

function looksOf(pictureAt: (look: number) => string) {
  let count = 0;
  return {
    look: async () => Buffer.from(pictureAt(count++)),
    count: () => count,
  };
}

const noPause = async (): Promise<void> => undefined;

it("takes the first picture that two looks in a row agree on", async () => {
  const { look, count } = looksOf((at) => ["empty", "half", "whole", "whole", "never seen"][at] ?? "");
  const { picture, isSettled } = await settledLook(look, noPause);
  expect({ picture: picture.toString(), isSettled, count: count() }).toEqual({
    picture: "whole",
    isSettled: true,
    count: 4,
  });
});

it("ends where the page never comes to rest, and keeps the last look", async () => {
  const { look, count } = looksOf((at) => `look ${at}`);
  const { picture, isSettled } = await settledLook(look, noPause);
  expect({ picture: picture.toString(), isSettled }).toEqual({ picture: `look ${count() - 1}`, isSettled: false });
});

it("stops the day, what is measured and what waits for long in the process that it is loaded into", async () => {
  const script = `
    const before = process.hrtime();
    setTimeout(() => console.log("late"), 10_000).unref();
    setTimeout((word) => console.log(JSON.stringify({
      word, at: new Date().toISOString(), now: Date.now() === new Date().getTime(), given: new Date(0).getTime(),
      isDate: new Date() instanceof Date, month: new Date(2026, 0, 5).getMonth(),
      took: process.hrtime(before), same: String(process.hrtime()) === String(before),
    })), 20, "soon");`;
  const clock = new URL("../../support/shots/still-command.ts", import.meta.url).href;
  const { stdout } = await promisify(execFile)(process.execPath, ["--import", clock, "--eval", script]);
  expect(JSON.parse(stdout)).toEqual({
    word: "soon",
    at: "2026-11-18T09:24:30.000Z",
    now: true,
    given: 0,
    isDate: true,
    month: 0,
    took: [0, 0],
    same: true,
  });
});
