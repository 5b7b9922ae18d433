import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Connection } from "../../src-preload/contract/connection.ts";
import type { PerchEvent } from "../../src-preload/contract/events.ts";
import { createFailingFileSystem, type FailingFileSystem, type Fault } from "../support/failing-file-system.ts";
import { startScriptedEndpoint } from "../support/scripted-endpoint.ts";
import {
  createTestHome,
  endpointSettings,
  type Recorded,
  record,
  type TestHome,
  terminal,
  value,
} from "../support/test-home.ts";
import { readTranscript } from "../torture/transcript.ts";

/*
 * The real core over a disk that fails at its first, second, third … step, until the work is done before the fault.
 */

type Failure = Pick<Fault, "code" | "lasts" | "only">;
/** What a full disk refuses. */
const growing = ["mkdir", "writeFile", "copyFile", "handle.write", "handle.writeFile"];
const failures: readonly (readonly [string, Failure])[] = [
  ["ENOSPC once", { code: "ENOSPC", lasts: "once" }],
  ["EIO once", { code: "EIO", lasts: "once" }],
  ["EACCES once", { code: "EACCES", lasts: "once" }],
  ["a short write", { code: "short-write", lasts: "once", only: ["handle.write"] }],
  ["ENOSPC until it is mended", { code: "ENOSPC", lasts: "for-ever", only: growing }],
];
const clearCodes = ["disk-full", "storage", "read-only", "bad-settings"];
/** More steps than any of the works has. */
const stepLimit = 400;

async function setUp(before?: (home: TestHome) => Promise<void>) {
  const endpoint = await startScriptedEndpoint(({ body }) => {
    const last = body.messages.at(-1);
    if (last?.role !== "user" || !String(last.content).startsWith("work")) return { text: "That is done." };
    return {
      calls: [
        { name: "read_file", arguments: { path: "notes.txt" } },
        { name: "write_file", arguments: { path: `${String(last.content).split("\n")[0]}.txt`, content: "written" } },
      ],
    };
  });
  const home = await createTestHome();
  await home.config(endpointSettings(endpoint.baseUrl));
  await writeFile(join(home.work, "notes.txt"), "notes");
  await before?.(home);
  const disk = createFailingFileSystem();
  return {
    home,
    disk,
    async [Symbol.asyncDispose]() {
      disk.heal();
      await home[Symbol.asyncDispose]();
      await endpoint.close();
    },
  };
}

/** What is only ever written where something threw that should not have. */
function crashes(home: TestHome): readonly string[] {
  return home.logged.filter((line) => /^error: .*(crashed|threw)/.test(line));
}

interface Bench {
  readonly home: TestHome;
  readonly disk: FailingFileSystem;
  readonly connection: Connection;
  readonly events: Recorded;
}

const isEnd = (sessionKey: string) => (event: PerchEvent) =>
  event.type === "run-end" && event.sessionKey === sessionKey;

/** Sends, allows what is asked, and gives the clear messages that the person got. */
async function work(bench: Bench, sessionKey: string, text: string): Promise<readonly string[]> {
  const { connection, events, home } = bench;
  const told: string[] = [];
  const before = events.events.filter(isEnd(sessionKey)).length;
  const sent = await connection.request("chat.send", { sessionKey, text, workFolder: home.work });
  if (!sent.ok) {
    expect(clearCodes).toContain(sent.error.code);
    expect(events.events.filter(isEnd(sessionKey))).toHaveLength(before);
    return [sent.error.message];
  }
  const { messageId } = sent.value;
  const kept = await readTranscript(home.home, sessionKey, "may-be-torn");
  expect(kept.messages.has(messageId), "an acknowledged message is in the file").toBe(true);
  const runId = sent.value.kind === "started" ? sent.value.runId : null;
  const ended = events.until("run-end", (event) => event.runId === runId);
  const asked = events.until("approval-request", (event) => event.runId === runId);
  if ((await Promise.race([ended, asked])).type === "approval-request") {
    const { approvalId } = (await asked).approval;
    told.push(...(await allow(bench, approvalId)));
    const decided = await readTranscript(home.home, sessionKey, "may-be-torn");
    expect(decided.decisions.get(approvalId)?.decision).toBe("allow-once");
  }
  const end = await ended;
  if (end.error !== undefined) {
    expect(clearCodes, end.error.message).toContain(end.error.code);
    told.push(end.error.message);
  } else {
    expect(end.reason).toBe("answer");
    const after = await readTranscript(home.home, sessionKey, "may-be-torn");
    expect(after.runEnds.has(end.runId), "an end that was told is in the file").toBe(true);
  }
  return told;
}

/** A person who is told that the answer was not kept answers again, once the disk is well. */
async function allow({ connection, disk }: Bench, approvalId: string): Promise<readonly string[]> {
  const answered = await connection.request("approval.answer", { approvalId, decision: "allow-once" });
  if (answered.ok) return [];
  expect(clearCodes).toContain(answered.error.code);
  disk.heal();
  value(await connection.request("approval.answer", { approvalId, decision: "allow-once" }));
  return [answered.error.message];
}

async function everyStep(disk: FailingFileSystem, failure: Failure, attempt: (at: number) => Promise<unknown>) {
  for (let at = 1; at < stepLimit; at += 1) {
    disk.setFault({ ...failure, at });
    await attempt(at);
    disk.heal();
    if (disk.counted < at) return at - 1;
  }
  throw new Error("the work never ended before the fault");
}

describe.each(failures)("%s, at every step", (_name, failure) => {
  it("of a message with a read and an allowed write", async () => {
    await using test = await setUp();
    const connection = test.home.open({ files: test.disk.files }).connect(terminal);
    const bench: Bench = { ...test, connection, events: await record(connection) };
    expect(await work(bench, "cli:first", "hello")).toEqual([]);
    const steps = await everyStep(test.disk, failure, async (at) => {
      const key = `cli:at-${at}`;
      const told = await work(bench, key, `work-${at}`);
      expect(told.length, told.join()).toBeLessThanOrEqual(1);
      test.disk.heal();
      expect(await work(bench, key, "hello"), `after step ${at}`).toEqual([]);
      expect((await readTranscript(test.home.home, key, "whole")).faults).toEqual([]);
    });
    expect(steps).toBeGreaterThan(3);
    expect(crashes(test.home)).toEqual([]);
  });

  it("of saving settings", async () => {
    await using test = await setUp();
    const path = join(test.home.home, "config.json");
    const connection = test.home.open({ files: test.disk.files }).connect(terminal);
    await everyStep(test.disk, failure, async (at) => {
      const before: object = JSON.parse(await readFile(path, "utf8"));
      const saved = await connection.request("settings.update", { patch: { note: at } });
      test.disk.heal();
      const after: object = JSON.parse(await readFile(path, "utf8"));
      if (saved.ok) expect(after).toEqual({ ...before, note: at });
      else {
        expect(clearCodes).toContain(saved.error.code);
        expect([before, { ...before, note: at }]).toContainEqual(after);
      }
      const { settings } = value(await connection.request("settings.get", {}));
      expect(Reflect.get(settings, "note")).toBe(Reflect.get(after, "note"));
    });
    expect((await readdir(test.home.home)).filter((name) => name.endsWith("perch-tmp"))).toEqual([]);
    value(await connection.request("settings.update", { patch: { note: "well" } }));
    expect(crashes(test.home)).toEqual([]);
  });

  it("of the first start", async () => {
    let steps = 0;
    for (let at = 1, reached = true; reached; at += 1) {
      await using test = await setUp();
      test.disk.setFault({ ...failure, at });
      const connection = test.home.open({ files: test.disk.files }).connect(terminal);
      const bench: Bench = { ...test, connection, events: await record(connection) };
      const told = await work(bench, "cli:first", "hello");
      expect(told.length).toBeLessThanOrEqual(1);
      reached = test.disk.counted >= at;
      steps = at;
      test.disk.heal();
      expect(await work(bench, "cli:first", "hello"), `after step ${at}`).toEqual([]);
      expect(await readFile(join(test.home.home, "workspace", "memory", "HISTORY.md"), "utf8")).not.toBe("");
      expect(crashes(test.home)).toEqual([]);
    }
    expect(steps).toBeGreaterThan(1);
  });

  it("of opening a chat", async () => {
    await using test = await setUp();
    const first = test.home.open().connect(terminal);
    const bench: Bench = { ...test, connection: first, events: await record(first) };
    await work(bench, "cli:there", "hello");
    for (let at = 1, reached = true; reached; at += 1) {
      const assistant = test.home.open({ files: test.disk.files });
      const connection = assistant.connect(terminal);
      test.disk.setFault({ ...failure, at });
      const opened = await connection.request("session.open", { sessionKey: "cli:there", limit: 50 });
      if (opened.ok) expect(opened.value.page.messages).toHaveLength(2);
      else expect(clearCodes).toContain(opened.error.code);
      reached = test.disk.counted >= at;
      test.disk.heal();
      const again = value(await connection.request("session.open", { sessionKey: "cli:there", limit: 50 }));
      expect(again.page.messages).toHaveLength(2);
      await assistant.close();
    }
    expect(crashes(test.home)).toEqual([]);
  });
});

it("removes settings that a kill left half written at the next start", async () => {
  await using test = await setUp();
  await writeFile(join(test.home.home, ".config.json.0.perch-tmp"), "{ half");
  const assistant = test.home.open();
  value(await assistant.connect(terminal).request("settings.update", { patch: { note: 1 } }));
  await assistant.close();
  expect((await readdir(test.home.home)).filter((name) => name.endsWith("perch-tmp"))).toEqual([]);
});
