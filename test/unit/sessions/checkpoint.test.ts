import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Session } from "../../../src-main/sessions/session-store.ts";
import { nodeFileSystem } from "../../../src-main/storage/file-system.ts";
import type { SessionRecord } from "../../../src-preload/contract/records.ts";
import {
  approvalOf,
  assistant,
  calling,
  conversation,
  createHome,
  decision,
  head,
  idOf,
  idsOf,
  keyOf,
  linesOf,
  metadata,
  queued,
  request,
  runEnd,
  runOf,
  timeAt,
  toolResult,
  unwrap,
  user,
} from "./fixture.ts";

const key = "desktop:1";

/** Counts the bytes that are read from files. */
function countingFiles() {
  const read = { bytes: 0 };
  const open: typeof nodeFileSystem.open = async (...values) => {
    const handle = await nodeFileSystem.open(...values);
    return new Proxy(handle, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name, target);
        if (typeof value !== "function") return value;
        return async (...given: unknown[]) => {
          const result = await Reflect.apply(value, target, given);
          if (name === "read") read.bytes += result.bytesRead;
          return result;
        };
      },
    });
  };
  return { read, files: { ...nodeFileSystem, open } };
}

async function appendAll(session: Session, records: readonly SessionRecord[], batch = 10): Promise<void> {
  for (let at = 0; at < records.length; at += batch) unwrap(await session.append(records.slice(at, at + batch)));
}

describe("checkpoints", () => {
  test("a long session is opened by reading its end alone, with its old settings and title", async () => {
    const home = await createHome();
    const session = unwrap(await home.store().open(keyOf(key)));
    const settings = { _type: "settings" as const, timestamp: timeAt(1), patch: { model: "a/b", pinned: true } };
    unwrap(await session.append([settings, { _type: "title", timestamp: timeAt(1), title: "Mine" }, queued("q1")]));
    await appendAll(session, conversation(2000));
    const { read, files } = countingFiles();
    const again = unwrap(await home.store({ files, memoryWindow: 20 }).find(keyOf(key)));
    expect(again.settings).toEqual({ model: "a/b", pinned: true });
    expect(again.title).toBe("Mine");
    expect(again.isTitleGiven).toBe(true);
    expect(idsOf(again.queue)).toEqual(["q1"]);
    expect(again.createdAt).toBe(session.createdAt);
    expect(idsOf(again.context)).toEqual(idsOf(session.context.slice(-20)));
    expect((await home.text(key)).length).toBeGreaterThan(400_000);
    expect(read.bytes).toBeLessThan(100_000);
  });

  test("one comes in the same write as an append, about every 100 records", async () => {
    const home = await createHome();
    const session = unwrap(await home.store().open(keyOf(key)));
    await appendAll(session, conversation(500), 2);
    const types = (await home.text(key))
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line)._type ?? "message");
    const places = types.flatMap((type, at) => (type === "checkpoint" ? [at] : []));
    expect(places.length).toBeGreaterThanOrEqual(4);
    const gaps = places.slice(1).map((place, at) => place - (places[at] ?? 0));
    expect(Math.max(...gaps)).toBeLessThan(110);
  });

  test("a foreign file without one is read to its start, and gives the same", async () => {
    const home = await createHome();
    const patch = { _type: "settings", timestamp: timeAt(1), patch: { model: "a/b" } };
    await home.write(key, `${metadata(key)}\n${linesOf([patch, ...conversation(1000)])}`);
    const session = await home.reload(key, 20);
    expect(session.settings).toEqual({ model: "a/b" });
    expect(session.title).toBe("user m0");
    expect(session.context).toHaveLength(20);
    // The next append writes one, and from then on the end is enough.
    unwrap(await session.append([user("m2000", "m1999")]));
    const { read, files } = countingFiles();
    const again = unwrap(await home.store({ files, memoryWindow: 20 }).find(keyOf(key)));
    expect(again.title).toBe("user m0");
    expect(again.isTitleGiven).toBe(false);
    expect(read.bytes).toBeLessThan(100_000);
  });

  test("a window that reaches above a checkpoint is filled all the same", async () => {
    const home = await createHome();
    const session = unwrap(await home.store().open(keyOf(key)));
    await appendAll(session, conversation(150));
    expect((await home.reload(key, 250)).context).toHaveLength(250);
  });
});

/** What must be the same in memory and read again. */
function derivedOf(session: Session) {
  const { createdAt, settings, title, head, queue, lastRun, openCalls, pendingApprovals, decidedApprovals } = session;
  const { state, updatedAt, preview } = session.summary();
  return {
    createdAt,
    settings,
    title,
    head,
    queue,
    lastRun,
    openCalls,
    pendingApprovals,
    decidedApprovals,
    state,
    updatedAt,
    preview,
  };
}

describe("a session can be dropped after any record and built again", () => {
  type Step = { readonly kind: number; readonly pick: number; readonly many: number };
  const step: fc.Arbitrary<Step> = fc.record({
    kind: fc.nat(13),
    pick: fc.nat(1000),
    many: fc.integer({ min: 1, max: 90 }),
  });

  /** Records that fit the session as it stands. `n` makes ids new. */
  function recordsOf(session: Session, ids: string[], { kind, pick, many }: Step, n: number): SessionRecord[] {
    const tip = session.head;
    const old = ids[pick % Math.max(1, ids.length)] ?? null;
    const runId = runOf(`r${n >> 1}`);
    const made = `x${n}`;
    const chain = (count: number) =>
      Array.from({ length: count }, (_, at) => user(`${made}-${at}`, at === 0 ? tip : `${made}-${at - 1}`, "long", {}));
    switch (kind) {
      case 0:
        return [user(made, tip, `said ${n}`, { runId, timestamp: timeAt(n) })];
      case 1:
        return [assistant(made, tip, `answer ${n}`, { runId })];
      case 2:
        return tip === null ? [] : [calling(made, tip, [`c${n}`, `d${n}`], { runId }), request(`p${n}`, made, `c${n}`)];
      case 3:
        return session.pendingApprovals.slice(0, 1).map((row) => decision(row.approvalId, "allow-once"));
      case 4:
        return session.openCalls.slice(0, 1).map((call) => toolResult(made, tip ?? "", call.callId));
      case 5:
        return session.lastRun.kind === "open"
          ? [runEnd(session.lastRun.runId, pick % 2 === 0 ? "answer" : "error")]
          : [];
      case 6:
        return [queued(`q${n}`)];
      case 7:
        return [
          {
            _type: "queue-order",
            timestamp: timeAt(n),
            ids: session.queue
              .map((row) => row.id)
              .reverse()
              .slice(pick % 2),
          },
        ];
      case 8:
        return [head(old)];
      case 9:
        return [user(made, old)];
      case 10:
        return [{ _type: "settings", timestamp: timeAt(n), patch: { model: `m${n}`, pinned: pick % 2 === 0 } }];
      case 11:
        return [{ _type: "reset", timestamp: timeAt(n), after: tip }];
      case 12:
        return [{ _type: "title", timestamp: timeAt(n), title: `title ${n}` }];
      default:
        return chain(many);
    }
  }

  test("the state is the same, and the context is the end of the one in memory", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 40 }), async (steps) => {
        const home = await createHome();
        const session = unwrap(await home.store({ memoryWindow: 8 }).open(keyOf(key)));
        const ids: string[] = [];
        for (const [n, one] of steps.entries()) {
          const records = recordsOf(session, ids, one, n);
          unwrap(await session.append(records));
          ids.push(
            ...records.flatMap((record) => ("id" in record && typeof record.id === "string" ? [record.id] : [])),
          );
        }
        if (ids.length === 0) return;
        const again = await home.reload(key, 8);
        expect(derivedOf(again)).toEqual(derivedOf(session));
        const length = Math.min(session.context.length, again.context.length);
        expect(again.context.slice(again.context.length - length)).toEqual(
          session.context.slice(session.context.length - length),
        );
        expect(again.context.length >= Math.min(8, session.context.length)).toBe(true);
        expect(unwrap(await again.page(20))).toEqual(unwrap(await session.page(20)));
        const whole = unwrap(await again.page(100_000));
        expect(whole.hasEarlier).toBe(false);
        for (const row of whole.messages) {
          expect(unwrap(await again.message(row.message.id))).toEqual(row.message);
          if (row.siblings !== undefined) expect(row.siblings.ids[row.siblings.index]).toBe(row.message.id);
        }
      }),
      // An answer further back than what is read again must not be what the list of chats tells.
      { numRuns: 100, examples: [[[1, 0, 2, 4, 13].map((kind) => ({ kind, pick: 0, many: kind === 13 ? 5 : 1 }))]] },
    );
  });

  test("an approval that still waits is not lost behind a checkpoint", async () => {
    const home = await createHome();
    const session = unwrap(await home.store().open(keyOf(key)));
    const runId = runOf("r1");
    const begun = [user("m0", null, "go", { runId }), calling("m1", "m0", ["c1", "c2"], { runId })];
    unwrap(await session.append([...begun, request("p1", "m1", "c1"), request("p2", "m1", "c2")]));
    unwrap(await session.append([decision("p2", "deny", "no")]));
    await appendAll(
      session,
      Array.from({ length: 900 }, (_, n) => queued(`q${n % 3}`)),
    );
    const again = await home.reload(key);
    expect(again.pendingApprovals).toEqual(session.pendingApprovals);
    expect(again.decidedApprovals).toMatchObject([{ approval: { approvalId: approvalOf("p2") }, note: "no" }]);
    expect(again.lastRun).toEqual({ kind: "open", runId: "r1" });
    expect(again.head).toBe(idOf("m1"));
  });
});
