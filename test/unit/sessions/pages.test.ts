import { describe, expect, test } from "vitest";
import { conversation, createHome, idOf, idsOf, linesOf, metadata, unwrap, user } from "./fixture.ts";

const key = "desktop:1";
const content = (turns: number) => `${metadata(key)}\n${linesOf(conversation(turns))}`;

describe("paging", () => {
  test("going back page by page gives every message once, oldest first in a page", async () => {
    const home = await createHome();
    await home.write(key, content(100));
    const session = await home.reload(key, 10);
    const seen: string[] = [];
    let before = undefined as ReturnType<typeof idOf> | undefined;
    for (let more = true; more; ) {
      const page = unwrap(await session.page(30, before));
      seen.unshift(...page.messages.map((row) => row.message.id));
      before = page.messages[0]?.message.id;
      more = page.hasEarlier;
    }
    expect(seen).toEqual(idsOf(conversation(100)));
  });

  test("the newest page of a long chat does not read the start of its file", async () => {
    const home = await createHome();
    await home.write(key, content(100));
    const session = await home.reload(key, 100);
    // Spoiled behind the reader's back: whoever looks at the start now finds no message there.
    await home.write(key, " ".repeat(5000) + content(100).slice(5000));
    const page = unwrap(await session.page(50));
    expect(page.messages).toHaveLength(50);
    expect(page.hasEarlier).toBe(true);
  });

  test("siblings are told with their place, however far apart they stand in the file", async () => {
    const home = await createHome();
    await home.write(key, `${content(200)}${linesOf([user("e2", "m1"), user("f2", "m1")])}`);
    const session = await home.reload(key, 1);
    const page = unwrap(await session.page(3));
    expect(page.messages.map((row) => [row.message.id, row.siblings])).toEqual([
      ["m0", undefined],
      ["m1", undefined],
      ["f2", { index: 2, ids: ["m2", "e2", "f2"] }],
    ]);
    expect(page.hasEarlier).toBe(false);
  });

  test("a page before a message that is not there is refused", async () => {
    const home = await createHome();
    await home.write(key, content(3));
    const session = await home.reload(key);
    expect(await session.page(10, idOf("none"))).toMatchObject({ ok: false, error: { code: "not-found" } });
    expect(unwrap(await session.page(10, idOf("m0")))).toEqual({ messages: [], hasEarlier: false });
  });

  test("questions asked at once, while messages come in, all get their answers", async () => {
    const home = await createHome();
    await home.write(key, content(300));
    const session = await home.reload(key, 4);
    const asked = [session.page(5, idOf("m100")), session.tipThrough(idOf("m3")), session.message(idOf("m7"))];
    const appended = session.append([user("m600", "m599")]);
    const results = await Promise.all([...asked, appended]);
    expect(results.every((result) => result.ok)).toBe(true);
    expect(unwrap(await session.page(2)).messages.map((row) => row.message.id)).toEqual(["m599", "m600"]);
  });
});
