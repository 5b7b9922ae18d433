import { describe, expect, it } from "vitest";
import { parseSessionKey, sessionKeyOf, sessionKeySchema } from "../../../src-preload/contract/ids.ts";

describe("the parts of a session key", () => {
  it.each([
    ["cli:direct", { channel: "cli", chatId: "direct" }],
    ["cron:news:r_1", { channel: "cron", chatId: "news", threadId: "r_1" }],
    ["telegram:1:2:3", { channel: "telegram", chatId: "1", threadId: "2:3" }],
    ["cli:a:", { channel: "cli", chatId: "a", threadId: "" }],
  ])("of %s", (key, parts) => {
    expect(parseSessionKey(key)).toEqual(parts);
  });

  it.each(["cli:direct", "a:b", "cli::", "cli::x", "cli:a:", "cron:news:r_1", "x:1:2:3:", "cli:ä b:c"])(
    "make the key %j again",
    (key) => {
      const { channel, chatId, threadId } = parseSessionKey(sessionKeySchema.parse(key));
      expect(sessionKeyOf(channel, chatId, threadId)).toBe(key);
    },
  );
});
