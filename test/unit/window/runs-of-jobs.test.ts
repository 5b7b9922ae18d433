import { expect, it } from "vitest";
import { sessionKeySchema } from "../../../src-preload/contract/ids.ts";
import { createChats } from "../../../src-renderer/state/chats.ts";
import { createFakeAgent, startClient } from "../../support/fake-agent.ts";
import { changed, rowOf } from "../../support/window-facts.ts";

/* The chats that jobs run in are no rows of the list of chats, but can be found. */

it("stand in no list of chats, and are found by what is searched for and among archived ones", async () => {
  const agent = createFakeAgent();
  const chats = createChats(agent.client);
  await startClient(agent, { events: chats.apply });
  const run = sessionKeySchema.parse("cron:weather-1");
  const keys = () => chats.store.getState().rows.map((row) => row.key);
  void chats.load();
  const listed = await agent.asked("session.list");
  expect(listed.input).toMatchObject({ attended: true });
  await listed.answer({ sessions: [], cursor: null });
  agent.tell(changed(rowOf("running", { key: run })));
  agent.tell(changed(rowOf("idle")));
  await expect.poll(keys).toEqual([rowOf("idle").key]);
  void chats.search("weather");
  const found = await agent.asked("session.list");
  expect(found.input).toMatchObject({ query: "weather", attended: false });
  await found.answer({ sessions: [rowOf("idle", { key: run })], cursor: null });
  agent.tell(changed(rowOf("failed", { key: run })));
  await expect.poll(() => chats.store.getState().rows.map((row) => row.state)).toEqual(["failed"]);
  expect(keys()).toEqual([run]);
  void chats.search("");
  await (await agent.asked("session.list")).answer({ sessions: [], cursor: null });
  void chats.show("archived");
  expect((await agent.asked("session.list")).input).toMatchObject({ archived: true, attended: false });
});
