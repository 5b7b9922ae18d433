import { expect, it } from "vitest";
import { boundedPage, maxPageChars } from "../../../src-main/api/bounded-page.ts";
import { createTestHome, terminal, value } from "../../support/test-home.ts";

it("a page is bounded in bytes too: the newest messages that fit, and always one", async () => {
  await using home = await createTestHome();
  await home.config({ agents: { defaults: { model: "practice/practice" } } });
  const connection = home.open().connect(terminal);
  const sessionKey = "cli:large";
  const long = "x".repeat(maxPageChars / 2.5);
  for (let n = 0; n < 3; n += 1)
    value(await connection.request("chat.send", { sessionKey, text: `/help ${n} ${long}` }));
  const first = value(await connection.request("session.open", { sessionKey })).page;
  expect(JSON.stringify(first).length).toBeLessThan(maxPageChars + 1000);
  expect(first.hasEarlier).toBe(true);
  // Going back reaches all of it.
  const ids = first.messages.map(({ message }) => message.id);
  for (let more = first.hasEarlier; more; ) {
    const [before = ""] = ids;
    const page = value(await connection.request("session.page", { sessionKey, before }));
    expect(page.messages.length).toBeGreaterThan(0);
    ids.unshift(...page.messages.map(({ message }) => message.id));
    more = page.hasEarlier;
  }
  expect(new Set(ids).size).toBe(6);
  const one = boundedPage({ messages: first.messages.slice(-1), hasEarlier: false });
  expect(one).toEqual({ messages: first.messages.slice(-1), hasEarlier: false });
});
