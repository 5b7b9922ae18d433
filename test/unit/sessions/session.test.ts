import { describe, expect, test } from "vitest";
import { nothingEarlier } from "../../../src-preload/contract/past.ts";
import { messageSchema } from "../../../src-preload/contract/records.ts";
import {
  assistant,
  calling,
  conversation,
  createHome,
  decision,
  head,
  idOf,
  idsOf,
  keyOf,
  queued,
  request,
  runEnd,
  runOf,
  start,
  timeAt,
  toolResult,
  unwrap,
  user,
} from "./fixture.ts";

const key = "desktop:1";

async function opened(records: Parameters<Awaited<ReturnType<typeof fresh>>["session"]["append"]>[0]) {
  const made = await fresh();
  unwrap(await made.session.append(records));
  return made;
}
async function fresh(memoryWindow = 100) {
  const home = await createHome();
  const store = home.store({ memoryWindow });
  return { home, store, session: unwrap(await store.open(keyOf(key))) };
}

describe("a new session", () => {
  test("has no file until something is appended; then the metadata line comes first, in the same write", async () => {
    const { home, session } = await fresh();
    await expect(home.text(key)).rejects.toThrow("ENOENT");
    unwrap(await session.append([user("m0", null)]));
    const [first, second] = (await home.text(key)).split("\n");
    expect(JSON.parse(first ?? "")).toMatchObject({ _type: "metadata", version: 1, key });
    expect(messageSchema.parse(JSON.parse(second ?? "")).id).toBe("m0");
    expect((await home.reload(key)).createdAt).toBe(session.createdAt);
  });

  test("fields that a later version may add are kept in the file and in memory", async () => {
    const { home, session } = await opened([{ ...user("m0", null), mood: "fine" }]);
    expect(session.context[0]).toMatchObject({ mood: "fine" });
    expect((await home.reload(key)).context[0]).toMatchObject({ mood: "fine" });
  });

  test("two opens of one key at once give the same object", async () => {
    const { store } = await fresh();
    const [one, other] = await Promise.all([store.open(keyOf("cli:a")), store.open(keyOf("cli:a"))]);
    expect(unwrap(one)).toBe(unwrap(other));
  });
});

describe("title, preview and settings", () => {
  test("the title is the first visible user message's first line, at most 60 characters, until one is given", async () => {
    const long = `${"word ".repeat(20)}\nsecond line`;
    const { home, session } = await opened([user("h", null, "/help", { hidden: true }), user("m0", "h", long)]);
    expect(session.title).toBe(`${"word ".repeat(11)}word…`);
    expect(session.isTitleGiven).toBe(false);
    unwrap(await session.append([{ _type: "title", timestamp: timeAt(9), title: "Mine" }]));
    expect(session.isTitleGiven).toBe(true);
    expect(session.summary().title).toBe("Mine");
    expect((await home.reload(key)).title).toBe("Mine");
  });

  test("the preview is the end of the talk that can be seen, in one line, at most 200 characters", async () => {
    const { session } = await opened([
      user("m0", null, "hi"),
      assistant("m1", "m0", `one\n\ntwo ${"x".repeat(300)}`),
      user("m2", "m1", "/status", { hidden: true }),
    ]);
    expect(session.summary().preview).toMatch(/^one two x+…$/);
    expect(session.summary().preview).toHaveLength(200);
  });

  test("the preview is what waits for the person, and why a run failed, before anything that was said", async () => {
    const { session } = await opened([user("m0", null, "hi", { runId: runOf("r1") }), calling("m1", "m0", ["c1"])]);
    unwrap(await session.append([request("a1", "m1", "c1")]));
    expect(session.summary()).toMatchObject({ state: "waiting", preview: "run ls" });
    const error = { code: "auth", message: "The key was\nrefused." };
    unwrap(
      await session.append([
        toolResult("m2", "m1", "c1"),
        { _type: "run-end", timestamp: timeAt(9), runId: runOf("r1"), reason: "error", usage: null, error },
      ]),
    );
    expect(session.summary()).toMatchObject({ state: "failed", preview: "The key was refused." });
  });

  test("settings are patched one by one, and renaming or pinning is no activity", async () => {
    const { home, session } = await opened(conversation(1));
    const before = session.updatedAt;
    const patch = (value: object) => ({ _type: "settings" as const, timestamp: timeAt(500), patch: value });
    unwrap(await session.append([patch({ model: "a/b", pinned: true }), patch({ model: null, workFolder: "/w" })]));
    for (const one of [session, await home.reload(key)]) {
      expect(one.settings).toEqual({ model: null, pinned: true, workFolder: "/w" });
      expect(one.summary()).toMatchObject({ pinned: true, archived: false, updatedAt: before, missing: false });
    }
  });
});

describe("the branch", () => {
  test("an edit is a sibling: the context follows the new branch, and back again with a head marker", async () => {
    const { home, session } = await opened(conversation(3));
    unwrap(await session.append([user("e2", "m1", "edited"), assistant("e3", "e2")]));
    expect(idsOf(session.context)).toEqual(["m0", "m1", "e2", "e3"]);
    expect(idsOf((await home.reload(key)).context)).toEqual(["m0", "m1", "e2", "e3"]);
    unwrap(await session.append([head("m5")]));
    expect(session.head).toBe("m5");
    expect(idsOf(session.context)).toEqual(["m0", "m1", "m2", "m3", "m4", "m5"]);
    expect(idsOf((await home.reload(key)).context)).toEqual(idsOf(session.context));
  });

  test("the first message can be edited too", async () => {
    const { home, session } = await opened(conversation(2));
    unwrap(await session.append([user("e0", null, "anew")]));
    expect(idsOf(session.context)).toEqual(["e0"]);
    const again = await home.reload(key);
    expect(idsOf(again.context)).toEqual(["e0"]);
    const page = unwrap(await again.page(10));
    expect(page).toMatchObject({ hasEarlier: false });
    expect(page.messages[0]?.siblings).toEqual({ index: 1, ids: ["m0", "e0"] });
  });

  test("a message below one that is not there is refused, and nothing is written", async () => {
    const { home, session } = await opened(conversation(1));
    const before = await home.text(key);
    expect(await session.append([user("x", "nobody")])).toMatchObject({ ok: false, error: { code: "not-found" } });
    expect(await home.text(key)).toBe(before);
    expect((await session.append([user("m2", "m1")])).ok).toBe(true);
  });

  test("appends that are not waited for keep their order, whether they follow the branch or leave it", async () => {
    const { home, session } = await opened(conversation(2));
    const results = await Promise.all([
      session.append([user("m4", "m3")]),
      session.append([assistant("m5", "m4")]),
      session.append([user("e5", "m4")]),
      session.append([user("e2", "m1")]),
      session.append([assistant("e3", "e2")]),
      session.append([head("m5"), user("m6", "m5")]),
      session.append([assistant("m7", "m6")]),
    ]);
    expect(results.every((result) => result.ok)).toBe(true);
    const expected = ["m0", "m1", "m2", "m3", "m4", "m5", "m6", "m7"];
    expect(idsOf(session.context)).toEqual(expected);
    expect(idsOf((await home.reload(key)).context)).toEqual(expected);
  });

  test("a record with an id that is there already counts no second time", async () => {
    const { home, session } = await opened(conversation(1));
    unwrap(await session.append([assistant("m1", "m0", "again")]));
    for (const one of [session, await home.reload(key)]) {
      expect(idsOf(one.context)).toEqual(["m0", "m1"]);
      expect(one.context[1]?.content).toBe("answer m1");
    }
  });

  test("the tip through a message is the newest one below it", async () => {
    const { home, session } = await opened(conversation(2));
    unwrap(await session.append([user("e2", "m1"), assistant("e3", "e2"), assistant("r3", "e2")]));
    const again = await home.reload(key, 1);
    expect(unwrap(await again.tipThrough(idOf("m2")))).toBe("m3");
    expect(unwrap(await again.tipThrough(idOf("e2")))).toBe("r3");
    expect(unwrap(await again.tipThrough(idOf("m0")))).toBe("r3");
    expect(await again.tipThrough(idOf("none"))).toMatchObject({ ok: false, error: { code: "not-found" } });
  });

  test("a message of another branch can be read by id", async () => {
    const { home, session } = await opened(conversation(2));
    unwrap(await session.append([user("e0", null)]));
    const again = await home.reload(key, 1);
    expect(unwrap(await again.message(idOf("m3"))).content).toBe("answer m3");
    expect(await again.message(idOf("none"))).toMatchObject({ ok: false, error: { code: "not-found" } });
  });
});

describe("the context", () => {
  test("is a new array after each change, and the old one stays as it was", async () => {
    const { session } = await opened(conversation(1));
    const before = session.context;
    unwrap(await session.append([user("m2", "m1")]));
    expect(idsOf(before)).toEqual(["m0", "m1"]);
    expect(idsOf(session.context)).toEqual(["m0", "m1", "m2"]);
  });

  test("begins after a reset; what is before it stays in the page", async () => {
    const { home, session } = await opened(conversation(2));
    unwrap(await session.append([{ _type: "reset", timestamp: timeAt(9), after: idOf("m3") }]));
    expect(session.context).toEqual([]);
    unwrap(await session.append([user("m4", "m3")]));
    for (const one of [session, await home.reload(key)]) {
      expect(idsOf(one.context)).toEqual(["m4"]);
      const page = unwrap(await one.page(3));
      expect(page.messages.map((row) => row.message.id)).toEqual(["m2", "m3", "m4"]);
      expect(page.hasEarlier).toBe(true);
    }
  });

  test("begins after what was consolidated, and a reset of another branch does not touch it", async () => {
    const { home, session } = await opened(conversation(3));
    const left = { summary: "They met.", stranger: "docs.example" };
    unwrap(await session.append([{ _type: "consolidated", timestamp: timeAt(9), upTo: idOf("m1"), ...left }]));
    expect(idsOf(session.context)).toEqual(["m2", "m3", "m4", "m5"]);
    unwrap(await session.append([{ _type: "reset", timestamp: timeAt(9), after: idOf("m5") }]));
    expect(session.past).toEqual({ earlier: nothingEarlier, noted: null, resetAfter: "m5" });
    unwrap(await session.append([user("e4", "m3")]));
    for (const one of [session, await home.reload(key)]) {
      expect(idsOf(one.context)).toEqual(["m2", "m3", "e4"]);
      expect(one.past.earlier).toEqual(left);
    }
  });

  test("knows what stands in the place of what left, also where the boundary is further up than it reads", async () => {
    const { home, session } = await fresh(4);
    unwrap(await session.append(conversation(2)));
    const timestamp = timeAt(9);
    const noted = { upTo: idOf("m3"), summary: "All.", stranger: null };
    const earlier = { summary: "First.", stranger: null };
    unwrap(await session.append([{ _type: "noted", timestamp, ...noted }]));
    unwrap(await session.append([{ _type: "consolidated", timestamp, upTo: idOf("m1"), ...earlier }]));
    unwrap(await session.append(conversation(8).slice(4)));
    for (const one of [session, await home.reload(key)]) {
      expect(one.past).toEqual({ earlier, noted, resetAfter: null });
    }
  });

  test("is at least the window and whole turns, read back and in memory", async () => {
    const { home, session } = await fresh(10);
    const turn = (n: number) => [
      user(`u${n}`, n === 0 ? null : `b${n - 1}`),
      calling(`a${n}`, `u${n}`, [`c${n}`]),
      toolResult(`t${n}`, `a${n}`, `c${n}`),
      assistant(`b${n}`, `t${n}`),
    ];
    for (let n = 0; n < 30; n += 1) unwrap(await session.append(turn(n)));
    for (const one of [session, await home.reload(key, 10)]) {
      expect(one.context.length).toBeGreaterThanOrEqual(10);
      expect(one.context.length).toBeLessThanOrEqual(34);
      expect(one.context[0]?.role).toBe("user");
      expect(one.context.at(-1)?.id).toBe("b29");
    }
    expect((await home.reload(key, 10)).context).toHaveLength(12);
  });
});

describe("runs, calls and approvals", () => {
  const called = [
    user("m0", null, "go", { runId: runOf("r1") }),
    calling("m1", "m0", ["c1", "c2"], { runId: runOf("r1") }),
  ];

  test("a call without a result is open, and the run is until its end is recorded", async () => {
    const { home, session } = await opened([...called, toolResult("m2", "m1", "c2")]);
    for (const one of [session, await home.reload(key)]) {
      expect(one.openCalls).toEqual([{ callId: "c1", name: "exec", messageId: "m1" }]);
      expect(one.lastRun).toEqual({ kind: "open", runId: "r1" });
      expect(one.summary().state).toBe("interrupted");
    }
    unwrap(await session.append([toolResult("m3", "m2", "c1"), runEnd("r1", "stopped")]));
    for (const one of [session, await home.reload(key)]) {
      expect(one.openCalls).toEqual([]);
      expect(one.lastRun).toEqual({ kind: "ended", runId: "r1", reason: "stopped" });
      expect(one.summary().state).toBe("stopped");
    }
  });

  test("calls of the last reply stay open however much was said after it", async () => {
    const { home, session } = await opened(called);
    for (let n = 0; n < 400; n += 1) unwrap(await session.append([user(`u${n}`, session.head)]));
    for (const one of [session, await home.reload(key)]) {
      expect(one.openCalls.map((call) => call.callId)).toEqual(["c1", "c2"]);
    }
  });

  test("a run that failed says why", async () => {
    const { home } = await opened([
      ...called,
      { ...runEnd("r1", "error"), error: { code: "auth", message: "bad key" } },
    ]);
    const session = await home.reload(key);
    expect(session.lastRun).toEqual({
      kind: "ended",
      runId: "r1",
      reason: "error",
      error: { code: "auth", message: "bad key" },
    });
    expect(session.summary().state).toBe("failed");
  });

  test("an approval waits, then is decided, then is done with", async () => {
    const { home, session } = await opened([...called, request("p1", "m1", "c1"), request("p2", "m1", "c2")]);
    for (const one of [session, await home.reload(key)]) {
      expect(one.pendingApprovals.map((row) => row.approvalId)).toEqual(["p1", "p2"]);
      expect(one.pendingApprovals[0]).toMatchObject({ sessionKey: key, callId: "c1", requestedAt: start + 2000 });
      expect(one.summary().state).toBe("waiting");
    }
    unwrap(await session.append([decision("p1", "deny", "not now")]));
    for (const one of [session, await home.reload(key)]) {
      expect(one.pendingApprovals.map((row) => row.approvalId)).toEqual(["p2"]);
      expect(one.decidedApprovals).toMatchObject([
        { approval: { approvalId: "p1" }, decision: "deny", note: "not now" },
      ]);
    }
    unwrap(await session.append([toolResult("m2", "m1", "c1"), toolResult("m3", "m2", "c2")]));
    for (const one of [session, await home.reload(key)]) {
      expect(one.pendingApprovals).toEqual([]);
      expect(one.decidedApprovals).toEqual([]);
    }
  });
});

describe("the queue", () => {
  test("holds what waits, in order, until it becomes a message or leaves the order", async () => {
    const { home, session } = await opened([
      ...conversation(1),
      queued("q1"),
      queued("q2"),
      queued("q3"),
      queued("q4"),
    ]);
    const order = { _type: "queue-order" as const, timestamp: timeAt(2), ids: [idOf("q3"), idOf("q1"), idOf("q4")] };
    unwrap(await session.append([order]));
    for (const one of [session, await home.reload(key)]) expect(idsOf(one.queue)).toEqual(["q3", "q1", "q4"]);
    unwrap(await session.append([user("q3", "m1"), queued("q1", "changed")]));
    for (const one of [session, await home.reload(key)]) {
      expect(one.queue.map(({ id, content }) => [id, content])).toEqual([
        ["q4", "queued q4"],
        ["q1", "changed"],
      ]);
    }
  });
});
