import { readdir } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { nodeFileSystem } from "../../../src-main/storage/file-system.ts";
import { createFailingFileSystem } from "../../support/failing-file-system.ts";
import type { Home } from "./fixture.ts";
import { conversation, createHome, head, idsOf, keyOf, linesOf, metadata, queued, unwrap, user } from "./fixture.ts";

const key = "desktop:1";
const whole = (turns: number) => `${metadata(key)}\n${linesOf(conversation(turns))}`;
const lineOf = (record: object) => JSON.stringify(record);

/** Parses the file the way a stranger would: every line must be JSON. */
async function parsedIds(home: Home): Promise<string[]> {
  const lines = (await home.text(key)).split("\n");
  expect(lines.pop()).toBe("");
  return lines.map((line) => JSON.parse(line)).flatMap((record) => record.id ?? []);
}

describe("a file that was not written to its end", () => {
  test("a torn last line is counted, moved aside by the next append and never fused with it (SEC-001)", async () => {
    const home = await createHome();
    const content = `${metadata(key)}\n${linesOf(conversation(2).slice(0, 3))}{"id":"m3","role":"assistant","content":"half a sen`;
    await home.write(key, content);
    const session = await home.reload(key);
    expect(idsOf(session.context)).toEqual(["m0", "m1", "m2"]);
    expect(session.damagedLines).toBe(1);
    expect(await home.text(key)).toBe(content);
    unwrap(await session.append([user("m5", "m2")]));
    expect(await parsedIds(home)).toEqual(["m0", "m1", "m2", "m5"]);
    expect(await readdir(home.backups)).toHaveLength(1);
    expect((await home.reload(key)).damagedLines).toBe(0);
  });

  test("zeroes after a power cut cost nothing but themselves (SEC-005)", async () => {
    const home = await createHome();
    const content = Buffer.concat([Buffer.from(whole(2)), Buffer.alloc(4096)]);
    await home.write(key, content);
    const session = await home.reload(key);
    expect(idsOf(session.context)).toEqual(["m0", "m1", "m2", "m3"]);
    expect(session.damagedLines).toBe(1);
    unwrap(await session.append([user("m4", "m3")]));
    expect(await parsedIds(home)).toEqual(["m0", "m1", "m2", "m3", "m4"]);
  });

  test("a first line that was torn is written again by the next append", async () => {
    const home = await createHome();
    await home.write(key, metadata(key).slice(0, 30));
    const session = await home.reload(key);
    expect([session.damagedLines, session.context.length]).toEqual([1, 0]);
    unwrap(await session.append([user("m0", null)]));
    const [first, second] = (await home.text(key)).trimEnd().split("\n");
    expect(JSON.parse(first ?? "")).toMatchObject({ _type: "metadata", key });
    expect(JSON.parse(second ?? "").id).toBe("m0");
  });

  test("a message whose torn line was cut off can be appended again under its id", async () => {
    const home = await createHome();
    await home.write(key, `${whole(1)}{"id":"m2","parentId":"m1","ro`);
    const session = await home.reload(key);
    unwrap(await session.append([user("m2", "m1")]));
    unwrap(await session.append(conversation(1, 2).slice(1)));
    const page = unwrap(await session.page(10));
    expect(page.messages.map((row) => row.message.id)).toEqual(["m0", "m1", "m2", "m3"]);
  });

  test("cut at any byte of its last three records, a file opens with all whole records and takes the next append", async () => {
    const home = await createHome();
    const store = home.store();
    const content = Buffer.from(`${whole(1)}${linesOf([queued("q1", "é😀"), user("m2", "m1", "会 two"), head("m1")])}`);
    const starts = [...content.entries()].flatMap(([at, byte]) => (byte === 10 ? [at] : []));
    const firstCut = starts.at(-4) ?? 0;
    for (let cut = firstCut; cut <= content.length; cut += 1) {
      const one = `desktop:${cut}`;
      await home.write(one, content.subarray(0, cut));
      const session = unwrap(await store.find(keyOf(one)));
      const wholeRecords = starts.filter((at) => at <= cut).length;
      expect(idsOf(session.context)).toEqual(wholeRecords === 5 ? ["m0", "m1", "m2"] : ["m0", "m1"]);
      expect(idsOf(session.queue)).toEqual(wholeRecords >= 4 ? ["q1"] : []);
      unwrap(await session.append([user("next", session.head)]));
      const lines = (await home.text(one)).trimEnd().split("\n");
      expect(lines.map((line) => JSON.parse(line)).at(-1).id).toBe("next");
      expect(lines).toHaveLength(wholeRecords + 1);
    }
  }, 60_000);
});

describe("a file with damage", () => {
  test("a corrupt line in the middle costs no other line and is left as it is (SEC-003)", async () => {
    const home = await createHome();
    const [m0, m1, m2, m3] = conversation(2).map(lineOf);
    const content = `${metadata(key)}\n${m0}\n${m1?.slice(0, 30)}\n${m2}\n${m3}\n`;
    await home.write(key, content);
    const session = await home.reload(key);
    expect(idsOf(session.context)).toEqual(["m0", "m2", "m3"]);
    expect(session.context[1]?.parentId).toBe("m0");
    expect(session.damagedLines).toBe(1);
    const told = home.logged.filter((line) => line.startsWith("a session file has damaged lines"));
    expect(told).toEqual(['a session file has damaged lines {"linesFromEnd":[3]}']);
    expect(unwrap(await session.page(10)).messages.map((row) => row.message.id)).toEqual(["m0", "m2", "m3"]);
    expect(await home.text(key)).toBe(content);
  });

  test("a corrupt line that does not even tell its id costs no other line either", async () => {
    const home = await createHome();
    const [m0, , m2, m3] = conversation(2).map(lineOf);
    await home.write(key, `${metadata(key)}\n${m0}\n\0\0\0\0\n${m2}\n${m3}\n`);
    const session = await home.reload(key);
    expect(idsOf(session.context)).toEqual(["m0", "m2", "m3"]);
    expect(home.logged).toContain("a message whose parent is not there");
    unwrap(await session.append([user("m4", "m3")]));
    expect(unwrap(await session.page(2)).messages.map((row) => row.message.id)).toEqual(["m3", "m4"]);
  });

  test("a damaged first line is kept, the messages are there, and the title is the first one's (SEC-007)", async () => {
    const home = await createHome();
    const content = `NOT JSON\n${linesOf(conversation(20))}`;
    await home.write(key, content);
    const session = await home.reload(key);
    expect(session.context).toHaveLength(40);
    expect(session.title).toBe("user m0");
    expect(session.createdAt).toBeGreaterThan(0);
    const page = unwrap(await home.store().list({ archived: false, limit: 10 }));
    expect(page.sessions).toMatchObject([{ key, title: "user m0" }]);
    unwrap(await session.append([user("m40", "m39")]));
    expect(await home.text(key)).toBe(`${content}${lineOf(user("m40", "m39"))}\n`);
  });

  test("a record that is there twice is shown and sent once, and the file stays as it is (SEC-009)", async () => {
    const home = await createHome();
    const messages = conversation(5);
    const again = messages.flatMap((message) =>
      message.id === "m7" ? [message, { ...message, content: "twin" }] : [message],
    );
    for (const records of [again, [...again, messages[2] ?? {}]]) {
      const content = `${metadata(key)}\n${linesOf(records)}`;
      await home.write(key, content);
      const session = await home.reload(key);
      expect(session.context).toEqual(messages);
      const { messages: rows } = unwrap(await session.page(20));
      expect(rows.map((row) => row.message.id)).toEqual(idsOf(messages));
      expect(rows.every((row) => row.siblings === undefined)).toBe(true);
      expect(await home.text(key)).toBe(content);
    }
  });

  test("what a text editor does to a file is no damage: byte order mark, CR LF, blank lines (SEC-011)", async () => {
    const home = await createHome();
    await home.write(key, `\uFEFF${whole(2).replaceAll("\n", "\r\n")}\r\n\r\n\n`);
    const session = await home.reload(key);
    expect(idsOf(session.context)).toEqual(["m0", "m1", "m2", "m3"]);
    expect(session.damagedLines).toBe(0);
    expect(new Date(session.createdAt).toISOString()).toBe("2026-11-27T23:01:00.000Z");
  });

  test("markers of a later version are passed over and kept", async () => {
    const home = await createHome();
    const content = `${whole(1)}{"_type":"mood","value":1}\n`;
    await home.write(key, content);
    const session = await home.reload(key);
    expect(session.damagedLines).toBe(0);
    unwrap(await session.append([user("m2", "m1")]));
    expect((await home.text(key)).startsWith(content)).toBe(true);
  });

  test("a head marker whose message cannot be read leaves the newest message as the tip", async () => {
    const home = await createHome();
    await home.write(key, `${whole(2)}${linesOf([head("gone")])}`);
    expect(idsOf((await home.reload(key)).context)).toEqual(["m0", "m1", "m2", "m3"]);
  });

  test("messages that name no parent follow each other as they stand in the file", async () => {
    const home = await createHome();
    const foreign = conversation(3).map(({ parentId: _, ...rest }) => rest);
    await home.write(key, `${metadata(key)}\n${linesOf(foreign)}`);
    const session = await home.reload(key, 2);
    expect(idsOf(session.context)).toEqual(["m4", "m5"]);
    expect(unwrap(await session.page(4)).messages.map((row) => row.message.parentId)).toEqual(["m1", "m2", "m3", "m4"]);
  });

  test("a circle of parents does not hang", async () => {
    const home = await createHome();
    await home.write(key, `${metadata(key)}\n${linesOf([user("a", "b"), user("b", "a")])}`);
    const session = await home.reload(key);
    expect(idsOf(session.context)).toEqual(["a", "b"]);
    expect(unwrap(await session.page(10)).messages).toHaveLength(2);
  });
});

describe("a failing disk", () => {
  test("a full disk is told in words, nothing is half saved, and the next append works (SEC-015)", async () => {
    const home = await createHome();
    const disk = createFailingFileSystem();
    const session = unwrap(await home.store({ files: disk.files }).open(keyOf(key)));
    const [m0, m1, m2] = conversation(2);
    if (m0 === undefined || m1 === undefined || m2 === undefined) throw new Error("no messages");
    unwrap(await session.append([m0]));
    unwrap(await session.append([m1]));
    disk.setFault({ at: 1, code: "ENOSPC", lasts: "for-ever", only: ["handle.write"] });
    expect(await session.append([m2])).toEqual({
      ok: false,
      error: {
        code: "disk-full",
        message: "The disk is full: the message was not saved. Free some space and send it again.",
        data: { path: home.pathOf(key), cause: "ENOSPC" },
      },
    });
    expect(idsOf(session.context)).toEqual(["m0", "m1"]);
    disk.heal();
    unwrap(await session.append([m2]));
    expect(await parsedIds(home)).toEqual(["m0", "m1", "m2"]);
  });

  test("a fault at any step: what was told to be saved is there, what was not is in neither file nor memory", async () => {
    for (const code of ["ENOSPC", "EIO", "EACCES", "short-write"]) {
      for (const lasts of ["once", "for-ever"] as const) {
        for (let at = 1; ; at += 1) {
          const home = await createHome();
          const disk = createFailingFileSystem();
          const session = unwrap(await home.store({ files: disk.files }).open(keyOf(key)));
          disk.setFault({ at, code, lasts });
          const saved: string[] = [];
          const attempt = async (id: string) => {
            if ((await session.append([user(id, session.head), queued(`q-${id}`)])).ok) saved.push(id);
          };
          for (const id of ["a", "b", "c"]) await attempt(id);
          const wasReached = disk.counted >= at;
          disk.heal();
          await attempt("d");
          expect(saved).toContain("d");
          for (const one of [session, await home.reload(key)]) {
            expect(idsOf(one.context)).toEqual(saved);
            expect(idsOf(one.queue)).toEqual(saved.map((id) => `q-${id}`));
          }
          expect(await parsedIds(home)).toEqual(saved);
          if (!wasReached) break;
        }
      }
    }
  });

  test("appends in flight behind one that failed fail too, and the branch goes on where the file ends", async () => {
    const home = await createHome();
    const disk = createFailingFileSystem();
    const session = unwrap(await home.store({ files: disk.files }).open(keyOf(key)));
    unwrap(await session.append(conversation(1)));
    disk.setFault({ at: 1, code: "EIO", lasts: "once", only: ["handle.write"] });
    const results = await Promise.all([session.append([user("x", "m1")]), session.append([user("y", "x")])]);
    expect(results.map((result) => result.ok)).toEqual([false, false]);
    expect(await session.append([user("z", "y")])).toMatchObject({ ok: false, error: { code: "not-found" } });
    unwrap(await session.append(conversation(1, 2)));
    expect(idsOf((await home.reload(key)).context)).toEqual(["m0", "m1", "m2", "m3"]);
  });

  test("a branch that cannot be read is not switched to", async () => {
    const home = await createHome();
    await home.write(key, whole(50));
    const disk = createFailingFileSystem();
    const session = unwrap(await home.store({ files: disk.files, memoryWindow: 2 }).find(keyOf(key)));
    const before = await home.text(key);
    disk.setFault({ at: 1, code: "EIO", lasts: "for-ever", only: ["handle.read"] });
    expect(await session.append([head("m3")])).toMatchObject({ ok: false, error: { code: "storage" } });
    expect(session.head).toBe("m99");
    expect(await home.text(key)).toBe(before);
    disk.heal();
    unwrap(await session.append([head("m3")]));
    expect(idsOf(session.context)).toEqual(["m2", "m3"]);
  });

  test("a file that cannot be opened is a failure, not an empty chat", async () => {
    const home = await createHome();
    await home.write(key, whole(1));
    const disk = createFailingFileSystem(nodeFileSystem);
    const store = home.store({ files: disk.files });
    disk.setFault({ at: 1, code: "EACCES", lasts: "once", only: ["open"] });
    expect(await store.open(keyOf(key))).toMatchObject({ ok: false, error: { code: "read-only" } });
    expect(idsOf(unwrap(await store.open(keyOf(key))).context)).toEqual(["m0", "m1"]);
  });
});
