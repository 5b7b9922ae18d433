import { expect, it } from "vitest";
import { type ConsolidationBench, createConsolidationBench } from "../../support/consolidation-bench.ts";
import { createGate } from "../../support/gate.ts";
import { terminal, value } from "../../support/test-home.ts";

/* Titles of new chats. In the bench a second passes at once, and a minute when the test says so. */

const minute = 60_000;
const titled = { text: "Tea and biscuits" };

const titleOf = async ({ client, key }: ConsolidationBench, sessionKey: string = key) =>
  value(await client.request("session.open", { sessionKey })).summary.title;

const whenTitled = ({ seen, key }: ConsolidationBench, title: string, sessionKey: string = key) =>
  seen.until("session-changed", (event) => event.sessionKey === sessionKey && event.summary.title === title);

/** Whatever was due before the title of another chat is over with it. */
async function othersTitled(bench: ConsolidationBench, sessionKey = "cli:other"): Promise<void> {
  await bench.ask("another chat", sessionKey);
  await whenTitled(bench, titled.text, sessionKey);
}

it("a new chat has its first words as title, and after its first answer one of the cheaper model, once", async () => {
  await using bench = await createConsolidationBench({
    title: () => titled,
    settings: { agents: { defaults: { model: "custom/scripted" }, background: { model: "custom/cheap" } } },
  });
  await bench.ask("I like tea");
  expect(bench.seen.events.find((event) => event.type === "session-created")).toMatchObject({
    summary: { title: "I like tea" },
  });
  await whenTitled(bench, titled.text);
  const line = await bench.seen.until("usage-changed", ({ call }) => call.purpose === "title");
  expect(line).toMatchObject({ sessionKey: bench.key, call: { model: "custom/cheap" } });
  expect(bench.titles[0]?.body).toMatchObject({ model: "cheap" });
  expect(bench.titles[0]?.body.messages[1]?.content).toBe("<chat>\nPerson: I like tea\n\nAssistant: Done.\n</chat>");
  await bench.ask("and biscuits");
  bench.pass(minute);
  await othersTitled(bench);
  expect(bench.titles).toHaveLength(2);
  const listed = value(await bench.client.request("session.list", {})).sessions;
  expect(listed.find(({ key }) => key === bench.key)?.title).toBe(titled.text);
});

it("a title that a person gives stays, also one that is given while the model is asked", async () => {
  const asked = createGate();
  const named = createGate();
  await using bench = await createConsolidationBench({
    title: (_, index) => {
      if (index > 0) return titled;
      asked.open();
      return { deltas: [named.promise, titled.text] };
    },
  });
  await bench.ask("I like tea");
  await asked.promise;
  const mine = { sessionKey: bench.key, title: "Mine" };
  value(await bench.client.request("session.rename", mine));
  const counted = bench.seen.until("usage-changed", ({ call }) => call.purpose === "title");
  named.open();
  await counted;
  await bench.ask("more");
  bench.pass(minute);
  await othersTitled(bench);
  expect(await titleOf(bench)).toBe("Mine");
  expect(bench.titles).toHaveLength(2);
});

it("an answer that is no title is logged and told nobody, and is asked for again after a minute at most", async () => {
  await using bench = await createConsolidationBench({
    title: (_, index) => (index === 0 ? { text: "I would rather not. ".repeat(20) } : titled),
  });
  await bench.ask("I like tea");
  await expect.poll(() => bench.home.logged.join()).toContain("custom/scripted gave no title");
  await bench.ask("and biscuits");
  await othersTitled(bench);
  expect(await titleOf(bench)).toBe("I like tea");
  bench.pass(minute);
  await whenTitled(bench, titled.text);
  const { page } = value(await bench.client.request("session.open", { sessionKey: bench.key }));
  expect(page.messages.map(({ message }) => message.role)).toEqual(["user", "assistant", "user", "assistant"]);
});

it("a model that fails does not fail the turn, and the next answer leads to a title", async () => {
  await using bench = await createConsolidationBench({
    title: (_, index) => (index === 0 ? { status: 401, body: { error: { message: "bad key" } } } : titled),
  });
  await bench.ask("I like tea");
  await expect.poll(() => bench.home.logged.join()).toContain("no title was found");
  const end = bench.seen.events.find((event) => event.type === "run-end");
  expect(end).toMatchObject({ reason: "answer" });
  bench.pass(minute);
  await bench.ask("and biscuits");
  await whenTitled(bench, titled.text);
});

it("a turn that begins ends the question to a model on this computer, and its answer leads to a new one", async () => {
  const asked = createGate();
  await using bench = await createConsolidationBench({
    title: (_, index) => {
      if (index > 0) return titled;
      asked.open();
      return { deltas: [new Promise<void>(() => undefined), "never"] };
    },
  });
  await bench.ask("I like tea");
  await asked.promise;
  await bench.ask("and biscuits");
  bench.pass(minute);
  await whenTitled(bench, titled.text);
  expect(bench.home.logged.join()).not.toContain("no title was found");
});

it.each(["cli:private-one", "import:one", "cron:job", "telegram:4711"])("%s gets no title", async (session) => {
  await using bench = await createConsolidationBench({ title: () => titled, session });
  await bench.ask("I like tea");
  await othersTitled(bench);
  expect(bench.titles).toHaveLength(1);
  expect(await titleOf(bench)).toBe("I like tea");
});

it("switched off, and with the practice model, the first words stay and nothing is asked", async () => {
  await using bench = await createConsolidationBench({ title: () => titled });
  const set = (agents: object) => bench.client.request("settings.update", { patch: { agents } });
  value(await set({ titles: { enabled: false } }));
  await bench.ask("I like tea");
  value(await set({ titles: { enabled: true }, defaults: { model: "practice/practice" } }));
  await bench.ask("practise", "cli:practice");
  value(await set({ defaults: { model: "custom/scripted" } }));
  await othersTitled(bench);
  expect(bench.titles).toHaveLength(1);
  expect(await titleOf(bench, "cli:practice")).toBe("practise");
});

it("a limit that is used up holds the question back", async () => {
  await using bench = await createConsolidationBench({
    title: () => titled,
    turn: () => ({ text: "Done.", usage: { prompt: 500, completion: 600 } }),
    settings: { budgets: { day: { tokens: 1000 } } },
  });
  await bench.ask("I like tea");
  await expect.poll(() => bench.home.logged.join()).toContain("no title was found");
  expect(bench.titles).toHaveLength(0);
  expect(await titleOf(bench)).toBe("I like tea");
});

it("a chat that is no new one any more keeps its first words", async () => {
  await using bench = await createConsolidationBench({
    title: (words) => (words.includes("I like tea") ? { text: "" } : titled),
  });
  for (let turn = 0; turn < 6; turn += 1) {
    await bench.ask("I like tea");
    await expect.poll(() => bench.titles.length).toBe(Math.min(turn + 1, 5));
    bench.pass(minute);
  }
  await othersTitled(bench);
  expect(bench.titles).toHaveLength(6);
  expect(await titleOf(bench)).toBe("I like tea");
});

it("a process that is killed meanwhile loses nothing: the next answer leads to the title", async () => {
  const asked = createGate();
  await using bench = await createConsolidationBench({
    title: (_, index) => {
      if (index > 0) return titled;
      asked.open();
      return { deltas: [new Promise<void>(() => undefined), "never"] };
    },
  });
  await bench.ask("I like tea");
  await asked.promise;
  // As a killed process leaves it: nothing is closed, and the next one begins.
  const next = bench.home.open().connect(terminal);
  const open = async () => value(await next.request("session.open", { sessionKey: bench.key }));
  expect((await open()).summary.title).toBe("I like tea");
  value(await next.request("chat.send", { sessionKey: bench.key, text: "and biscuits", workFolder: bench.home.work }));
  await expect.poll(async () => (await open()).summary.title, { timeout: 8000 }).toBe(titled.text);
});
