import { readFile } from "node:fs/promises";
import type { Connection } from "../../src-preload/contract/connection.ts";
import type { PerchEvent } from "../../src-preload/contract/events.ts";
import type { PendingApproval } from "../../src-preload/contract/session.ts";
import { value } from "../support/test-home.ts";
import type { Acknowledged } from "./driver.ts";
import type { Random } from "./random.ts";
import { readTranscript, type Transcript } from "./transcript.ts";

/** How long anything may take before it counts as hanging, in milliseconds. */
const hangMs = 30_000;

export interface CheckOptions {
  readonly home: string;
  readonly work: string;
  readonly sessions: readonly string[];
  readonly noted: Acknowledged;
  readonly random: Random;
}

/** A home that was opened again after a kill. */
export async function checkHome(connection: Connection, options: CheckOptions): Promise<readonly string[]> {
  const check = new Check(connection, options);
  await check.run();
  return check.faults;
}

class Check {
  readonly faults: string[] = [];
  readonly #connection: Connection;
  readonly #options: CheckOptions;
  readonly #events: PerchEvent[] = [];
  readonly #listeners = new Set<() => void>();
  /** Sessions whose calls are left waiting for the next kill. */
  readonly #left = new Set<string>();

  constructor(connection: Connection, options: CheckOptions) {
    this.#connection = connection;
    this.#options = options;
  }

  async run(): Promise<void> {
    const { sessions, random } = this.#options;
    const before = await Promise.all(sessions.map((key) => this.#read(key, "may-be-torn")));
    this.#acknowledged(before);
    await this.#follow();
    const there = before.filter((transcript) => transcript.messages.size + transcript.queued.size > 0);
    for (const { key } of there) if (random.chance(0.3)) this.#left.add(key);
    const pending = value(await this.#connection.request("approval.list", {})).approvals;
    await Promise.all(there.map((transcript) => this.#session(transcript, pending)));
    for (const { key } of there) this.#whole(await this.#read(key, "whole"));
  }

  #fault(text: string): void {
    this.faults.push(text);
  }

  async #read(key: string, tail: "may-be-torn" | "whole"): Promise<Transcript> {
    const transcript = await readTranscript(this.#options.home, key, tail);
    for (const fault of transcript.faults) this.#fault(`${key}: ${fault}`);
    return transcript;
  }

  /** Nothing that was acknowledged is missing, right after the kill. */
  #acknowledged(transcripts: readonly Transcript[]): void {
    const { noted } = this.#options;
    const by = new Map(transcripts.map((transcript) => [String(transcript.key), transcript]));
    for (const [id, key] of noted.messages) {
      const transcript = by.get(key);
      if (transcript?.messages.has(id) !== true && transcript?.queued.has(id) !== true) {
        this.#fault(`${key}: the acknowledged message ${id} is lost`);
      }
    }
    for (const [key, title] of noted.titles) {
      if (by.get(key)?.titles.has(title) !== true) this.#fault(`${key}: the acknowledged title ${title} is lost`);
    }
    for (const [runId, key] of noted.runEnds) {
      if (by.get(key)?.runEnds.has(runId) !== true) this.#fault(`${key}: the end of run ${runId} is lost`);
    }
    for (const [id, decision] of noted.decisions) {
      const kept = transcripts.map((transcript) => transcript.decisions.get(id)).find((row) => row !== undefined);
      if (kept?.decision !== decision) this.#fault(`the acknowledged decision ${decision} of ${id} is lost`);
    }
  }

  async #follow(): Promise<void> {
    value(
      await this.#connection.subscribe(["session", "agent", "approval"], (delivery) => {
        if (delivery.kind !== "event") return;
        this.#events.push(delivery.event);
        if (delivery.event.type === "approval-request") void this.#allow(delivery.event.approval);
        for (const listener of this.#listeners) listener();
      }),
    );
  }

  async #allow({ approvalId, sessionKey }: PendingApproval): Promise<void> {
    const answered = await this.#connection.request("approval.answer", { approvalId, decision: "allow-once" });
    if (!answered.ok) this.#fault(`${sessionKey}: ${approvalId} cannot be answered: ${answered.error.message}`);
  }

  async #session(before: Transcript, pending: readonly PendingApproval[]): Promise<void> {
    const { key } = before;
    const waited = waitingCalls(before);
    const mine = pending.filter((approval) => approval.sessionKey === key);
    const expected = waited.map((request) => request.approvalId).sort();
    const found = mine.map((approval) => approval.approvalId).sort();
    if (expected.join() !== found.join())
      this.#fault(`${key}: waits for ${found.join()} instead of ${expected.join()}`);
    // Half of the time the answer is the first thing that this process does with the session.
    if (this.#options.random.chance(0.5)) await this.#opens(key);
    if (mine.length === 0) return this.#next(key, before);
    if (this.#left.has(key)) return this.#opens(key);
    for (const approval of mine) await this.#allow(approval);
    for (const { runId } of mine) {
      await this.#until(key, `the end of the run ${runId} that was allowed`, async () =>
        this.#events.some((event) => event.type === "run-end" && event.runId === runId),
      );
    }
    await this.#next(key, before);
    await this.#ran(await this.#read(key, "whole"), waited);
  }

  async #opens(key: string): Promise<void> {
    const opened = await this.#connection.request("session.open", { sessionKey: key, limit: 50 });
    if (!opened.ok) this.#fault(`${key} does not open: ${opened.error.message}`);
  }

  /** The calls that waited and were allowed did what they say. */
  async #ran(after: Transcript, waited: ReturnType<typeof waitingCalls>): Promise<void> {
    for (const { callId } of waited) {
      const result = after.results.get(callId);
      if (result?.details?.status !== "ok") {
        this.#fault(`${after.key}: the allowed call ${callId} ended as ${result?.details?.status}: ${result?.content}`);
      } else if (typeof result.details.path === "string") await readFile(result.details.path, "utf8");
    }
  }

  /** Calls that were on when the process died are interrupted, and the next message is answered. */
  async #next(key: string, before: Transcript): Promise<void> {
    const { work } = this.#options;
    const text = "plain and simple";
    await this.#quiet(key);
    await this.#goOn(key);
    const sent = await this.#connection.request("chat.send", { sessionKey: key, text, workFolder: work });
    if (!sent.ok) return this.#fault(`${key}: the next message is not taken: ${sent.error.message}`);
    if (sent.value.kind !== "started") return this.#fault(`${key}: the next message is ${sent.value.kind}`);
    const { runId } = sent.value;
    await this.#until(key, "the answer to the next message", async () =>
      this.#events.some((event) => event.type === "run-end" && event.runId === runId),
    );
    const end = this.#events.find((event) => event.type === "run-end" && event.runId === runId);
    if (end?.type === "run-end" && end.reason !== "answer") {
      this.#fault(`${key}: the next message ended as ${end.reason}: ${end.text}`);
    }
    await this.#quiet(key);
    this.#interrupted(before, await this.#read(key, "whole"));
  }

  #interrupted(before: Transcript, after: Transcript): void {
    const waitingRuns = new Set(waitingCalls(before).map((request) => request.runId));
    for (const message of before.messages.values()) {
      if (message.role !== "assistant" || (message.runId !== undefined && waitingRuns.has(message.runId))) continue;
      for (const { id } of message.tool_calls ?? []) {
        if (before.results.has(id)) continue;
        const status = after.results.get(id)?.details?.status;
        if (status !== "interrupted") this.#fault(`${after.key}: the call ${id} that was on is ${status}`);
      }
    }
  }

  /** Messages that were queued when the process died wait, and go on when they are told to. */
  async #goOn(key: string): Promise<void> {
    const opened = value(await this.#connection.request("session.open", { sessionKey: key, limit: 1 }));
    if (opened.queue.length === 0) return;
    if (!opened.queuePaused) return this.#fault(`${key}: ${opened.queue.length} queued messages wait for nothing`);
    value(await this.#connection.request("queue.pause", { sessionKey: key, paused: false }));
    await this.#quiet(key);
  }

  /** Waits until nothing is on and nothing is about to begin. */
  #quiet(key: string): Promise<void> {
    return this.#until(key, "quiet", async () => {
      const opened = await this.#connection.request("session.open", { sessionKey: key, limit: 1 });
      if (!opened.ok) return false;
      const { lastRun, queue, queuePaused } = opened.value;
      return lastRun.kind !== "running" && lastRun.kind !== "waiting" && (queue.length === 0 || queuePaused);
    });
  }

  /** Asks again with each event. */
  async #until(key: string, what: string, isSo: () => Promise<boolean>): Promise<void> {
    const gaveUp = AbortSignal.timeout(hangMs);
    for (;;) {
      const seen = this.#events.length;
      if (await isSo()) return;
      if (gaveUp.aborted) return this.#fault(`${key}: ${what} does not come`);
      if (this.#events.length === seen) await this.#more(gaveUp);
    }
  }

  #more(gaveUp: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        this.#listeners.delete(done);
        gaveUp.removeEventListener("abort", done);
        resolve();
      };
      this.#listeners.add(done);
      gaveUp.addEventListener("abort", done);
    });
  }

  /** Every call has its one result and every run its one end, apart from what was left waiting. */
  #whole(transcript: Transcript): void {
    const { key, messages, results, runEnds } = transcript;
    const waitingRuns = new Set(waitingCalls(transcript).map((request) => String(request.runId)));
    if (waitingRuns.size > 0 && !this.#left.has(key)) this.#fault(`${key}: still waits after it was allowed`);
    for (const message of messages.values()) {
      const runId = message.role === "system" ? undefined : message.runId;
      if (runId === undefined || waitingRuns.has(runId)) continue;
      if (!runEnds.has(runId)) this.#fault(`${key}: the run ${runId} has no end`);
      if (message.role !== "assistant") continue;
      for (const { id } of message.tool_calls ?? []) {
        if (!results.has(id)) this.#fault(`${key}: the call ${id} has no result`);
      }
    }
  }
}

/** Calls that were asked about and neither decided nor closed. */
function waitingCalls({ requests, decisions, results }: Transcript) {
  return [...requests.values()].filter((request) => !decisions.has(request.approvalId) && !results.has(request.callId));
}
