import { expect, test } from "vitest";
import { findWords } from "../../../src-main/sessions/find-words.ts";
import type { Message } from "../../../src-preload/contract/records.ts";
import { assistant, createHome, keyOf, unwrap, user } from "./fixture.ts";

/* Words in the whole of a chat. */

async function chatOf(messages: readonly Message[]) {
  const home = await createHome();
  unwrap(await unwrap(await home.store({ memoryWindow: 2 }).open(keyOf("cli:1"))).append([...messages]));
  return home.reload("cli:1", 2);
}

const told = async (messages: readonly Message[], query: string) =>
  unwrap(await findWords(await chatOf(messages), query)).messages.map(
    ({ messageId, count }) => `${messageId} ${count}`,
  );

test("are found as they are read: without markup, case and accents, across the ends of lines", async () => {
  const messages = [
    user("m0", null, "An Éclair, please"),
    assistant("m1", "m0", "One **sweet\néclair**, and `another` eclair."),
    user("m2", "m1", "Thanks"),
  ];
  expect(await told(messages, "eclair")).toEqual(["m0 1", "m1 2"]);
  expect(await told(messages, "sweet  ÉCLAIR")).toEqual(["m1 1"]);
  expect(await told(messages, "**sweet")).toEqual([]);
});

test("are found from the first message of a long chat on, oldest first", async () => {
  const messages = Array.from({ length: 450 }, (_, index) => {
    const parent = index === 0 ? null : `m${index - 1}`;
    return user(`m${index}`, parent, index % 449 === 0 ? "needle" : `hay ${index}`);
  });
  expect(await told(messages, "needle")).toEqual(["m0 1", "m449 1"]);
});
