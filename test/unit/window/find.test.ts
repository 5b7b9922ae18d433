import { expect, it } from "vitest";
import { createStore } from "zustand/vanilla";
import { contractError } from "../../../src-preload/contract/errors.ts";
import { messageIdSchema } from "../../../src-preload/contract/ids.ts";
import type { PageMessage } from "../../../src-preload/contract/session.ts";
import { createFind } from "../../../src-renderer/state/find.ts";
import { createOpenChat } from "../../../src-renderer/state/open-chat.ts";
import type { PlaceState } from "../../../src-renderer/state/place.ts";
import { createFakeAgent, startClient } from "../../support/fake-agent.ts";
import { detailOf, key } from "../../support/window-facts.ts";

/* Words in the whole of the open chat. */

const idOf = (id: string) => messageIdSchema.parse(id);
const said = (id: string, parent: string | null = null): PageMessage => ({
  message: {
    id: idOf(id),
    parentId: parent === null ? null : idOf(parent),
    role: "user",
    content: id,
    timestamp: "2026-11-27T23:01:00.000Z",
  },
});

async function setUp() {
  const played = createFakeAgent();
  const chat = createOpenChat(played.client);
  const place = createStore<PlaceState>(() => ({ place: { name: "chats", sessionKey: key } }));
  const find = createFind({ client: played.client, chat, place: { store: place } });
  await startClient(played, { events: chat.apply });
  void chat.open(key);
  await (await played.asked("session.open")).answer(
    detailOf({ page: { messages: [said("c"), said("d", "c")], hasEarlier: true } }),
  );
  return { played, chat, find, place, now: () => find.store.getState() };
}

const found = (...ids: readonly string[]) => ({
  messages: ids.map((id) => ({ messageId: idOf(id), count: id === "d" ? 2 : 1 })),
  isCut: false,
});

it("shows the last place first, goes round, and reads what the window has not read before it shows that", async () => {
  const { played, chat, find, now } = await setUp();
  find.open();
  void find.ask("word");
  await (await played.asked("session.find")).answer(found("a", "d"));
  expect(now()).toMatchObject({ at: 2, isBusy: false });
  expect(now().hits.map(({ messageId, nth }) => `${messageId} ${nth}`)).toEqual(["a 0", "d 0", "d 1"]);
  const { wanted } = now();
  void find.go(1);
  expect(now()).toMatchObject({ at: 0, isBusy: true, wanted });
  const page = await played.asked("session.page");
  expect(page.input).toMatchObject({ before: "c", limit: 200 });
  await page.answer({ messages: [said("b", "a")], hasEarlier: true });
  await (await played.asked("session.page")).answer({ messages: [said("a")], hasEarlier: false });
  expect(now()).toMatchObject({ at: 0, isBusy: false, wanted: wanted + 1 });
  const open = chat.store.getState();
  expect(open.kind === "open" && open.view.messages.map(({ message }) => message.id)).toEqual(["a", "b", "c", "d"]);
  void find.go(-1);
  expect(now().at).toBe(2);
});

it("tells what is wrong, and forgets an answer to words that were changed", async () => {
  const { played, find, now } = await setUp();
  find.open();
  void find.ask("old");
  const late = await played.asked("session.find");
  void find.ask("new");
  await late.answer(found("d"));
  expect(now().hits).toEqual([]);
  await (await played.asked("session.find")).refuse(contractError("internal", "It is broken."));
  expect(now()).toMatchObject({ error: "It is broken.", hits: [], isBusy: false });
  void find.ask("");
  expect(now()).toMatchObject({ error: null, isBusy: false });
  expect(played.count("session.find")).toBe(0);
});

it("is closed with its chat and its page", async () => {
  const { find, chat, place, now } = await setUp();
  find.open();
  place.setState({ place: { name: "page", page: "usage" } });
  expect(now().isOpen).toBe(false);
  find.open();
  expect(now().isOpen).toBe(false);
  place.setState({ place: { name: "chats", sessionKey: key } });
  find.open();
  expect(now().isOpen).toBe(true);
  chat.startNew(key);
  expect(now()).toMatchObject({ isOpen: false, query: "" });
});
