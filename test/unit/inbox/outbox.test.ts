import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createOutbox, type Letter, type TellChat } from "../../../src-main/inbox/outbox.ts";
import { createReports } from "../../../src-main/inbox/reports.ts";
import { type FileSystem, nodeFileSystem } from "../../../src-main/storage/file-system.ts";
import { contractError } from "../../../src-preload/contract/errors.ts";
import { messageIdSchema, type SessionKey, sessionKeySchema } from "../../../src-preload/contract/ids.ts";
import type { ReportDraft } from "../../../src-preload/contract/inbox.ts";
import { fail, ok } from "../../../src-preload/contract/result.ts";
import { killedAfter } from "../../support/killed-file-system.ts";
import { value } from "../../support/test-home.ts";

/** A bound against hanging. */
const atMost = { timeout: 30_000 };

/* What is to be told stays on the disk until it is there, and comes once. */

let folder: string;
/** What each chat was told, by the id of the message: what a chat keeps on the disk. */
let chats: Map<SessionKey, Map<string, string>>;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "perch-outbox-"));
  chats = new Map();
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const chat = sessionKeySchema.parse("desktop:one");
const other = sessionKeySchema.parse("desktop:two");
const draft: ReportDraft = {
  kind: "result",
  title: "Weather",
  text: "sunny",
  sessionKey: null,
  jobId: null,
  stranger: null,
};
const letterOf = (id: string, given: Partial<Letter> = {}): Letter => ({
  id: messageIdSchema.parse(id),
  to: chat,
  text: `about ${id}`,
  origin: { name: "Weather", sessionKey: null },
  stranger: null,
  instead: draft,
  ...given,
});

/** As a chat does: a message of this id is added once. */
const tellOnce: TellChat = async (key, { id, text }) => {
  const told = chats.get(key) ?? new Map<string, string>();
  chats.set(key, told.set(id, told.get(id) ?? text));
  return ok(undefined);
};
const logged: string[] = [];
function open(files: FileSystem = nodeFileSystem, tell: TellChat = tellOnce) {
  let next = 0;
  const host = {
    now: Date.now,
    createId: () => {
      next += 1;
      return `${next}`;
    },
    log: (_level: string, message: string) => void logged.push(message),
  };
  const reports = createReports({ host, files, path: join(folder, "inbox.json"), changed: () => undefined });
  const outbox = createOutbox({ host, files, path: join(folder, "outbox.json"), reports });
  outbox.open(tell);
  return { outbox, reports };
}
const left = async (): Promise<readonly string[]> =>
  JSON.parse(await readFile(join(folder, "outbox.json"), "utf8")).letters.map(({ id }: { id: string }) => id);
const toldIn = (key: SessionKey): readonly string[] => [...(chats.get(key)?.values() ?? [])];

describe("what is to be told", () => {
  it("comes once to its chat, in order, and is out of the outbox then", async () => {
    const { outbox } = open();
    for (const id of ["m_1", "m_2"]) value(await outbox.keep(letterOf(id)));
    await Promise.all([outbox.bring(), outbox.bring()]);
    await vi.waitUntil(async () => (await left()).length === 0, atMost);
    expect(toldIn(chat)).toEqual(["about m_1", "about m_2"]);
  });

  it("comes once whenever the process is killed", async () => {
    const isOver = async (last: number): Promise<boolean> => {
      await rm(folder, { recursive: true, force: true });
      folder = await mkdtemp(join(tmpdir(), "perch-outbox-"));
      chats = new Map();
      const files = killedAfter(last);
      const first = open(files);
      const isKept = await first.outbox.keep(letterOf("m_1")).then(
        (kept) => kept.ok,
        () => false,
      );
      await first.outbox.keep(letterOf("m_2", { to: null })).catch(() => undefined);
      await first.outbox.bring().catch(() => undefined);
      await first.outbox[Symbol.asyncDispose]();
      const next = open();
      await next.outbox.bring();
      await vi.waitUntil(async () => files.changes() === 0 || (await left().catch(() => [])).length === 0, atMost);
      // Nothing was promised before it was on the disk; from then on it is there, once.
      expect(toldIn(chat).length).toBeLessThanOrEqual(1);
      if (isKept) expect(toldIn(chat)).toEqual(["about m_1"]);
      expect(value(await next.reports.list()).length).toBeLessThanOrEqual(1);
      return files.changes() <= last;
    };
    let last = 0;
    while (!(await isOver(last))) last += 1;
    expect(last).toBeGreaterThan(8);
    expect(value(await open().reports.list())).toHaveLength(1);
  });

  it("holds up no other chat while one is busy, and waits there for the next start", async () => {
    const busy = Promise.withResolvers<void>();
    const ended = Promise.withResolvers<void>();
    const tell: TellChat = async (key, letter, signal) => {
      if (key !== chat) return tellOnce(key, letter, signal);
      signal.addEventListener("abort", () => ended.resolve());
      await Promise.race([busy.promise, ended.promise]);
      return fail(contractError("busy", "A run is on."));
    };
    const { outbox, reports } = open(nodeFileSystem, tell);
    value(await outbox.keep(letterOf("m_1")));
    value(await outbox.keep(letterOf("m_2", { to: other })));
    await outbox.bring();
    await vi.waitUntil(async () => (await left()).length === 1, atMost);
    expect(toldIn(other)).toEqual(["about m_2"]);
    await outbox[Symbol.asyncDispose]();
    expect([await left(), value(await reports.list())]).toEqual([["m_1"], []]);
    await open().outbox.bring();
    await vi.waitUntil(async () => (await left()).length === 0, atMost);
    expect(toldIn(chat)).toEqual(["about m_1"]);
  });

  it.each(["not-found", "busy"] as const)("comes into the Inbox where its chat cannot have it: %s", async (code) => {
    const { outbox, reports } = open(nodeFileSystem, async () => fail(contractError(code, "No.")));
    value(await outbox.keep(letterOf("m_1")));
    value(await outbox.keep(letterOf("m_2", { instead: null })));
    await outbox.bring();
    await vi.waitUntil(async () => (await left()).length === 0, atMost);
    expect(value(await reports.list())).toMatchObject([{ id: "i_m_1", title: "Weather", text: "sunny" }]);
  });

  it("stays where the disk fails, and comes with what is kept next", async () => {
    let isFull = true;
    const { outbox, reports } = open(nodeFileSystem, async (...given) =>
      isFull ? fail(contractError("storage", "The disk is full.")) : tellOnce(...given),
    );
    value(await outbox.keep(letterOf("m_1")));
    await outbox.bring();
    await vi.waitUntil(() => logged.includes("a chat could not be told"), atMost);
    expect([await left(), value(await reports.list())]).toEqual([["m_1"], []]);
    isFull = false;
    await vi.waitUntil(async () => {
      await outbox.bring();
      return (await left()).length === 0;
    }, atMost);
    expect(toldIn(chat)).toEqual(["about m_1"]);
  });

  it("is refused in words where the outbox is damaged, which is left as it is", async () => {
    await writeFile(join(folder, "outbox.json"), "{ not json");
    const kept = await open().outbox.keep(letterOf("m_1"));
    expect(kept).toMatchObject({ ok: false, error: { message: expect.stringContaining("outbox.json") } });
    expect(await readFile(join(folder, "outbox.json"), "utf8")).toBe("{ not json");
  });
});

describe("a report", () => {
  it("that was taken away can come back to its place, and is not added once more", async () => {
    const { reports } = open();
    for (const id of ["i_1", "i_2", "i_3"]) {
      vi.spyOn(Date, "now").mockReturnValue(Number(id.at(-1)) * 1000);
      value(await reports.add({ ...draft, title: id }, id));
    }
    vi.restoreAllMocks();
    value(await reports.remove("i_2"));
    value(await reports.add({ ...draft, title: "again" }, "i_2"));
    const titles = async () => value(await reports.list()).map(({ title }) => title);
    expect(await titles()).toEqual(["i_3", "i_1"]);
    value(await reports.restore("i_2"));
    expect(await titles()).toEqual(["i_3", "i_2", "i_1"]);
    expect(await reports.restore("i_2")).toMatchObject({ ok: false, error: { code: "not-found" } });
  });
});
