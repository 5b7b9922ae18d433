import { copyFile, mkdir, readFile, rename, rm, symlink, truncate, unlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Session, SessionStore } from "../../../src-main/sessions/session-store.ts";
import { fileNameOf } from "../../../src-main/storage/session-file/file-name.ts";
import { isMarker, type SessionRecord } from "../../../src-preload/contract/records.ts";
import { createRandom, type Random } from "../../torture/random.ts";
import {
  assistant,
  conversation,
  createHome,
  type Home,
  idsOf,
  keyOf,
  linesOf,
  metadata,
  queued,
  runEnd,
  timeAt,
  unwrap,
  user,
} from "./fixture.ts";

const key = "desktop:1";

/** Ids of the messages that are in the file, whatever branch they are on. */
async function idsInFile(home: Home): Promise<ReadonlySet<string>> {
  const found = (await home.text(key)).matchAll(/\{"id":"([^"]+)","parentId"[^\n{]*?"role":"\w+"\}/g);
  return new Set([...found].map((match) => match[1] ?? ""));
}

/** Puts another file at the path, the way cloud drives and editors do. */
async function replace(home: Home, content: string | Buffer): Promise<void> {
  const beside = join(home.folder, "beside");
  await writeFile(beside, content);
  await rename(beside, home.pathOf(key));
}

type Mischief = (home: Home, random: Random, step: number) => Promise<void>;

const wholeLines = (content: string, count: number) => content.split("\n").slice(0, count).join("\n");

/** Without one of its line feeds. */
function glued(content: string, random: Random): string {
  const lines = content.split("\n");
  const at = random.below(Math.max(1, lines.length - 2));
  lines.splice(at, 2, `${lines[at] ?? ""}${lines[at + 1] ?? ""}`);
  return lines.join("\n");
}

const mischiefs: readonly [Mischief, ...Mischief[]] = [
  async (home) => replace(home, await readFile(home.pathOf(key))),
  async (home, random) => {
    const content = await home.text(key);
    await replace(home, `${wholeLines(content, random.below(content.split("\n").length))}\n`);
  },
  async (home, random) => replace(home, (await readFile(home.pathOf(key))).subarray(0, random.below(4000))),
  async (home, _, step) => replace(home, `${await home.text(key)}${linesOf([user(`foreign${step}`, "m0")])}`),
  async (home) => replace(home, ""),
  async (home) => replace(home, "not what it was\n\0\0\0"),
  async (home) => unlink(home.pathOf(key)),
  async (home, random) => rename(home.pathOf(key), join(home.folder, `moved-${random.below(1_000_000)}`)),
  async (home) => rm(home.sessions, { recursive: true }),
  async (home, _, step) => writeFile(home.pathOf(key), linesOf([user(`foreign${step}`, null)]), { flag: "a" }),
  async (home, _, step) => writeFile(home.pathOf(key), linesOf([user(`bare${step}`, null)]).trimEnd(), { flag: "a" }),
  async (home, random) => replace(home, glued(await home.text(key), random)),
  // In place, so that a write of ours may come between.
  async (home, random) => truncate(home.pathOf(key), random.below((await home.text(key)).length)),
  async (home) => truncate(home.pathOf(key), 0),
  async (home, random) => writeFile(home.pathOf(key), glued(await home.text(key), random)),
];

/** A conversation that goes on while its file is changed ten times; answers the ids that were acknowledged. */
async function disturbed(home: Home, random: Random, branches: boolean) {
  let store: SessionStore = home.store();
  let session: Session = unwrap(await store.open(keyOf(key)));
  const acknowledged = new Set<string>();
  let step = 0;
  const say = async (records: readonly SessionRecord[]): Promise<void> => {
    unwrap(await session.append(records));
    for (const record of records) if (!isMarker(record)) acknowledged.add(record.id);
  };
  const goOn = async (): Promise<void> => {
    step += 1;
    const asked = user(`u${step}`, session.head);
    const words = "é".repeat(random.below(200));
    if (branches && random.chance(0.2) && session.context[0] !== undefined) {
      const under = random.pick<string>([session.context[0].id, ...idsOf(session.context)]);
      await say([user(`b${step}`, under)]);
    } else await say([asked, assistant(`a${step}`, asked.id, words)]);
    if (random.chance(0.3)) await say([{ _type: "title", timestamp: timeAt(step), title: `title ${step}` }]);
    if (random.chance(0.3)) await say([queued(`q${step}`), runEnd(`r${step}`)]);
  };
  for (let change = 0; change < 10; change += 1) {
    for (let turns = 1 + random.below(4); turns > 0; turns -= 1) await goOn();
    const inFlight = random.chance(0.3) ? goOn() : null;
    await random.pick(mischiefs)(home, random, step);
    await inFlight;
    if (random.chance(0.3)) unwrap(await session.page(5));
    if (!branches && random.chance(0.2)) {
      await store.close();
      store = home.store();
      session = unwrap(await store.open(keyOf(key)));
    }
  }
  await goOn();
  return { session, acknowledged };
}

describe("a file that another program changes while its chat is open", () => {
  test.each([true, false])(
    "600 changes at any moment cost nothing that was acknowledged (branches: %s)",
    async (branches) => {
      // The last ones had lost something: a restart made the context shorter, and the next cut took what it lacked.
      for (const seed of [...Array.from({ length: 30 }, (_, index) => index + 1), 264, 670, 1389]) {
        const home = await createHome();
        const { session, acknowledged } = await disturbed(home, createRandom(seed), branches);
        const there = await idsInFile(home);
        expect([...acknowledged].filter((id) => !there.has(id))).toEqual([]);
        const again = await home.reload(key);
        const told = { seed, head: again.head, title: again.title, queue: idsOf(again.queue), lastRun: again.lastRun };
        const { head, title, queue, lastRun } = session;
        expect(told).toEqual({ seed, head, title, queue: idsOf(queue), lastRun });
        expect(idsOf(again.context)).toEqual(idsOf(session.context));
      }
    },
    60_000,
  );

  test("an old chat of which memory holds the end alone is put back whole from the file that is still open", async () => {
    const home = await createHome();
    await home.write(key, `${metadata(key)}\n${linesOf(conversation(500))}`);
    const session = unwrap(await home.store({ memoryWindow: 10 }).open(keyOf(key)));
    unwrap(await session.append([user("next", "m999")]));
    const before = await home.text(key);
    await replace(home, `${metadata(key)}\n`);
    unwrap(await session.append([assistant("after", "next")]));
    expect((await home.text(key)).startsWith(before)).toBe(true);
    const page = unwrap(await session.page(1000, session.head ?? undefined));
    expect(page.messages).toHaveLength(1000);
  });

  test("a message of which a torn copy stands before the whole one is put back whole", async () => {
    const home = await createHome();
    const [first, second] = [user("m0", null), assistant("m1", "m0")];
    const torn = JSON.stringify(second).slice(0, -40);
    await home.write(
      key,
      `${metadata(key)}\n${linesOf([first])}${torn}${linesOf([queued("q1"), second, runEnd("r1")])}`,
    );
    const session = unwrap(await home.store({ memoryWindow: 1 }).open(keyOf(key)));
    for (const message of conversation(4, 2)) unwrap(await session.append([message]));
    await replace(home, `${metadata(key)}\n`);
    unwrap(await session.append([user("m10", "m9")]));
    expect(await home.text(key)).toContain(`${linesOf([second])}`);
    expect(idsOf((await home.reload(key)).context)).toEqual(idsOf([...conversation(5), user("m10", null)]));
  });

  test("what another copy of the chat had gained stays beside, and the conversation goes on where it was", async () => {
    const home = await createHome();
    await home.write(key, `${metadata(key)}\n${linesOf(conversation(2))}`);
    const session = unwrap(await home.store().open(keyOf(key)));
    unwrap(await session.append([user("m4", "m3")]));
    await replace(
      home,
      `${metadata(key)}\n${linesOf([...conversation(2), user("theirs", "m3"), assistant("t2", "theirs")])}`,
    );
    unwrap(await session.append([runEnd("r1")]));
    expect(session.head).toBe("m4");
    const page = unwrap(await session.page(10));
    expect(page.messages.at(-1)?.siblings).toEqual({ index: 1, ids: ["theirs", "m4"] });
    expect((await home.reload(key)).head).toBe("m4");
    expect(unwrap(await session.tipThrough(user("theirs", null).id))).toBe("t2");
  });

  test("a chat that is only read here is read again when it is opened or paged, and is the same object", async () => {
    const home = await createHome();
    await home.write(key, `${metadata(key)}\n${linesOf(conversation(2))}`);
    const store = home.store();
    const session = unwrap(await store.open(keyOf(key)));
    await writeFile(home.pathOf(key), linesOf([user("m4", "m3")]), { flag: "a" });
    expect(unwrap(await session.page(10)).messages.at(-1)?.message.id).toBe("m4");
    await replace(home, `${metadata(key)}\n${linesOf(conversation(4))}`);
    expect(unwrap(await store.open(keyOf(key)))).toBe(session);
    expect([session.head, session.context.length]).toEqual(["m7", 8]);
    unwrap(await session.append([user("m8", "m7")]));
    expect(idsOf((await home.reload(key)).context)).toEqual([...idsOf(conversation(4)), "m8"]);
    expect(home.logged).toEqual([]);
  });

  test("a page that is asked for after the change shows the chat whole", async () => {
    const home = await createHome();
    const session = unwrap(await home.store().open(keyOf(key)));
    unwrap(await session.append(conversation(3)));
    await replace(home, `${metadata(key)}\n${linesOf([user("other", null)])}`);
    expect(unwrap(await session.page(10)).messages.map(({ message }) => message.id)).toEqual(idsOf(session.context));
  });

  test("what went to a file that was gone already is written before the file is closed", async () => {
    const home = await createHome();
    const store = home.store();
    const session = unwrap(await store.open(keyOf(key)));
    unwrap(await session.append(conversation(2)));
    await unlink(home.pathOf(key));
    await store.close();
    expect(idsOf((await home.reload(key)).context)).toEqual(["m0", "m1", "m2", "m3"]);
  });

  test("a chat that moved to another place and has a link there is written there", async () => {
    const home = await createHome();
    const session = unwrap(await home.store().open(keyOf(key)));
    unwrap(await session.append(conversation(1)));
    await mkdir(join(home.folder, "elsewhere"));
    const place = join(home.folder, "elsewhere", fileNameOf(keyOf(key)));
    await copyFile(home.pathOf(key), place);
    await unlink(home.pathOf(key));
    await symlink(place, home.pathOf(key));
    unwrap(await session.append([user("m2", "m1")]));
    expect(await readFile(place, "utf8")).toContain('"m2"');
  });

  test("a file of a later format that takes its place is not added to, and the message says so", async () => {
    const home = await createHome();
    const session = unwrap(await home.store().open(keyOf(key)));
    unwrap(await session.append(conversation(1)));
    const later = `${metadata(key).replace('"version":1', '"version":2')}\n{"of":"another kind"}\n`;
    await replace(home, later);
    const refused = await session.append([user("m2", "m1")]);
    expect(refused.ok ? "" : refused.error.message).toContain("later version of Perch");
    expect(await home.text(key)).toBe(later);
  });
});

describe("a file that cannot be read", () => {
  const later = metadata(key).replace('"version":1', '"version":2');

  test("stays in the list with the reason, with its title where that is known, and opening it says why", async () => {
    const home = await createHome();
    await home.write(key, `${metadata(key)}\n${linesOf(conversation(1))}`);
    const database = home.database();
    const known = home.store({ database });
    expect(unwrap(await known.list({ archived: false, limit: 9 })).sessions[0]?.title).toBe("user m0");
    await known.close();
    await database.close();
    await home.write(key, `${later}\n`);
    await home.write("desktop:2", `${metadata("desktop:2").replace('"version":1', '"version":2')}\n`);
    const store = home.store();
    await store.unfinished();
    const rows = unwrap(await store.list({ archived: false, limit: 9 })).sessions;
    expect(rows.map(({ title }) => title).sort()).toEqual(["", "user m0"]);
    expect(rows.every(({ unreadable }) => unreadable?.includes("later version of Perch"))).toBe(true);
    const opened = await store.open(keyOf(key));
    expect(opened.ok ? "" : opened.error.message).toContain("later version of Perch");
    expect(await home.text(key)).toBe(`${later}\n`);
    await home.write(key, `${metadata(key)}\n${linesOf(conversation(1))}`);
    const again = unwrap(await home.store().list({ archived: false, limit: 9 })).sessions;
    expect(again.find((row) => row.key === key)?.unreadable).toBeUndefined();
  });

  test("stays in the list when its name is hashed and its first line tells the key", async () => {
    const home = await createHome();
    const long = `desktop:${"Ü".repeat(100)}`;
    await home.write(long, `${metadata(long).replace('"version":1', '"version":2')}\n`);
    const store = home.store();
    await store.unfinished();
    const rows = unwrap(await store.list({ archived: false, limit: 9 })).sessions;
    expect(rows.map((row) => [row.key, row.unreadable?.includes("later version of Perch")])).toEqual([[long, true]]);
  });

  test("two records in one line are both there", async () => {
    const home = await createHome();
    await home.write(key, `${metadata(key)}\n${linesOf(conversation(2)).replace("}\n{", "}{")}`);
    const session = await home.reload(key);
    expect([idsOf(session.context), session.damagedLines]).toEqual([["m0", "m1", "m2", "m3"], 0]);
    expect(unwrap(await session.page(10)).messages).toHaveLength(4);
  });
});

describe("a clock that was wrong", () => {
  const ahead = { timestamp: "2099-01-01T00:00:00.000Z" };

  test("does not keep a chat on top: it counts as used when it began, and from its next use as of then", async () => {
    const home = await createHome();
    await home.write("cli:late", `${metadata("cli:late")}\n${linesOf([user("m0", null, "late", ahead)])}`);
    await home.write("cli:now", `${metadata("cli:now")}\n${linesOf([user("m0", null, "now")])}`);
    const store = home.store();
    const keys = async () => unwrap(await store.list({ archived: false, limit: 9 })).sessions.map((row) => row.key);
    expect(await keys()).toEqual(["cli:now", "cli:late"]);
    const session = unwrap(await store.open(keyOf("cli:late")));
    unwrap(await session.append([user("m1", "m0", "again", { timestamp: timeAt(5) })]));
    expect(session.updatedAt).toBe(Date.parse(timeAt(5)));
    expect(await keys()).toEqual(["cli:late", "cli:now"]);
  });
});
