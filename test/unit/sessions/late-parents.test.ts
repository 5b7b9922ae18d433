import { describe, expect, test } from "vitest";
import { assistant, conversation, createHome, head, idOf, idsOf, linesOf, metadata, unwrap, user } from "./fixture.ts";

const key = "desktop:1";

describe("messages that stand before their parent", () => {
  const misplaced = [user("m4", "m3"), assistant("m5", "m4"), ...conversation(2), head("m5")];

  test("are put in order: the context is whole, so are pages, and a branch ends where it ended", async () => {
    const home = await createHome();
    await home.write(key, `${metadata(key)}\n${linesOf(misplaced)}`);
    const whole = ["m0", "m1", "m2", "m3", "m4", "m5"];
    for (const window of [1, 3, 100]) {
      const session = await home.reload(key, window);
      expect(idsOf(session.context)).toEqual(whole.slice(window === 100 ? 0 : window === 1 ? 4 : 2));
      expect(unwrap(await session.page(10)).messages.map(({ message }) => message.id)).toEqual(whole);
      expect(unwrap(await session.tipThrough(idOf("m1")))).toBe("m5");
    }
  });

  test("a stand-in that is itself below the message makes no circle", async () => {
    const home = await createHome();
    const records = [user("m4", "m3"), user("m1", "m0"), user("m0", null), user("m2", "m1"), user("m3", "m2")];
    await home.write(key, `${metadata(key)}\n${linesOf([...records, head("m4")])}`);
    expect(idsOf((await home.reload(key)).context)).toEqual(["m0", "m1", "m2", "m3", "m4"]);
  });

  test("a message that was written again below a checkpoint is the tip as it is for who reads from the end", async () => {
    const home = await createHome();
    const checkpoint = {
      _type: "checkpoint",
      timestamp: "2026-11-27T23:01:09.000Z",
      settings: {},
      title: "t",
      head: "m1",
      queue: [],
      approvals: [],
      lastRun: null,
      activityAt: 1,
    };
    const again = [user("m2", "m1"), assistant("m3", "m2")];
    await home.write(key, `${metadata(key)}\n${linesOf([...again, ...conversation(1), checkpoint, ...again])}`);
    const session = await home.reload(key);
    expect([session.head, idsOf(session.context)]).toEqual(["m3", ["m0", "m1", "m2", "m3"]]);
  });
});
