import { expect, it, vi } from "vitest";
import { maxAttachedBytes } from "../../../src-preload/contract/bounds.ts";
import { sessionKeySchema } from "../../../src-preload/contract/ids.ts";
import { createAgent } from "../../../src-renderer/state/agent.ts";
import { createComposer } from "../../../src-renderer/state/composer.ts";
import { createDraftKeeper } from "../../../src-renderer/state/draft-keeper.ts";
import { createDrafts } from "../../../src-renderer/state/drafts.ts";
import { createOpenChat } from "../../../src-renderer/state/open-chat.ts";
import { createFakeAgent } from "../../support/fake-agent.ts";

const key = sessionKeySchema.parse("desktop:one");

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A file that says that it has so many bytes. */
function fileOf(name: string, size: number): File {
  return Object.defineProperty(new File(["x"], name), "size", { value: size });
}

it("a file of 20 MB goes to the agent, and a larger one before it is told by its name and left out", async () => {
  const drafts = createDrafts();
  const { client, count, asked } = createFakeAgent();
  client.start({ events: () => undefined, reset: () => undefined, link: () => undefined });
  await settled();
  const said: string[] = [];
  const notify = (message: string) => void said.push(message);
  const files = [fileOf("larger.bin", maxAttachedBytes + 1), fileOf("large.bin", maxAttachedBytes)];
  const keeper = createDraftKeeper({ client, drafts, chat: createOpenChat(client) });
  const composer = createComposer({ client, agent: createAgent(client), drafts, keeper, notify });
  const attached = composer.attach(key, files);
  while (count("file.attach") === 0) await settled();
  expect(said).toEqual(["larger.bin is larger than 20 MB."]);
  const attach = await asked("file.attach");
  expect(attach.input).toMatchObject({ name: "large.bin" });
  const media = { kind: "file", path: "/kept", mediaType: "application/octet-stream", name: "large.bin" } as const;
  await attach.answer({ media });
  await attached;
  expect(drafts.of(key).media).toEqual([media]);
});

it("tells of what cannot be read, like a folder, by its name, and goes on with the rest", async () => {
  const drafts = createDrafts();
  const { client, asked } = createFakeAgent();
  client.start({ events: () => undefined, reset: () => undefined, link: () => undefined });
  const said: string[] = [];
  const notify = (message: string) => void said.push(message);
  const folder = Object.defineProperty(new File([], "receipts"), "arrayBuffer", {
    value: () => Promise.reject(new DOMException("A requested file could not be read.", "NotFoundError")),
  });
  const keeper = createDraftKeeper({ client, drafts, chat: createOpenChat(client) });
  const composer = createComposer({ client, agent: createAgent(client), drafts, keeper, notify });
  vi.spyOn(console, "warn").mockReturnValue();
  const attached = composer.attach(key, [folder, new File(["a"], "a.txt")]);
  const attach = await asked("file.attach");
  expect(attach.input).toMatchObject({ name: "a.txt" });
  await attach.answer({ media: { kind: "file", path: "/kept", mediaType: "text/plain", name: "a.txt" } });
  await attached;
  expect([said, drafts.of(key).media.length]).toEqual([[expect.stringContaining("receipts could not be read")], 1]);
});
