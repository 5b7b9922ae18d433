import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { createAssistant } from "../../src-main/assistant.ts";
import type { Host } from "../../src-main/host.ts";
import type { FileSystem } from "../../src-main/storage/file-system.ts";
import { nodeFileSystem } from "../../src-main/storage/file-system.ts";
import type { Connection } from "../../src-preload/contract/connection.ts";
import { type SessionKey, sessionKeySchema } from "../../src-preload/contract/ids.ts";
import { noSandbox } from "./no-sandbox.ts";
import { type RecordedRequest, type ScriptedEndpoint, startScriptedEndpoint } from "./scripted-endpoint.ts";
import type { ScriptedReply } from "./scripted-reply.ts";
import {
  createTestHome,
  endpointSettings,
  type Recorded,
  record,
  type TestHome,
  terminal,
  value,
} from "./test-home.ts";

/** The core with a clock whose long waits are the test's, and a model that writes notes and titles by script. */
export interface ConsolidationBench extends AsyncDisposable {
  readonly home: TestHome;
  readonly client: Connection;
  readonly seen: Recorded;
  readonly key: SessionKey;
  readonly endpoint: ScriptedEndpoint;
  /** Sends a message, in this chat or in another, and waits until its run is over. */
  ask(text: string, sessionKey?: string): Promise<void>;
  /** Moves the time on; what is due begins. */
  pass(ms: number): void;
  /** Lets so long pass that the chat is put into the log, and waits for that; why it was not, or null. */
  log(): Promise<string | null>;
  /** Notes that were asked for. */
  readonly notes: readonly RecordedRequest[];
  /** Titles that were asked for. */
  readonly titles: readonly RecordedRequest[];
  /** Questions for what could make the memory shorter. */
  readonly shortenings: readonly RecordedRequest[];
  /** The last request of a turn. */
  lastTurn(): RecordedRequest;
  file(name: "MEMORY.md" | "HISTORY.md"): Promise<string>;
}

export interface ConsolidationScript {
  readonly note?: (chat: string, index: number) => ScriptedReply;
  /** What is answered to the question for a title; with it titles are switched on. */
  readonly title?: (words: string, index: number) => ScriptedReply;
  readonly shorten?: () => ScriptedReply;
  readonly turn?: (request: RecordedRequest) => ScriptedReply;
  readonly settings?: object;
  readonly defaults?: object;
  readonly files?: FileSystem;
  readonly session?: string;
}

const isNote = ({ body }: RecordedRequest): boolean => String(body.messages[0]?.content).startsWith("You keep the log");
const isTitle = ({ body }: RecordedRequest): boolean => String(body.messages[0]?.content).startsWith("You find titles");
const isShortening = ({ body }: RecordedRequest): boolean =>
  String(body.messages[0]?.content).startsWith("You keep the memory of a personal assistant short");

/** The piece of a chat that a request for a note or a title is about. */
function chatIn({ body }: RecordedRequest): string {
  return /<chat>\n([\s\S]*)\n<\/chat>/.exec(String(body.messages[1]?.content))?.[1] ?? "";
}

export async function createConsolidationBench(script: ConsolidationScript): Promise<ConsolidationBench> {
  const home = await createTestHome();
  const notes: RecordedRequest[] = [];
  const titles: RecordedRequest[] = [];
  const shortenings: RecordedRequest[] = [];
  const turns: RecordedRequest[] = [];
  const endpoint = await startScriptedEndpoint((request) => {
    if (isNote(request)) {
      notes.push(request);
      return script.note?.(chatIn(request), notes.length - 1) ?? { text: "" };
    }
    if (isTitle(request)) {
      titles.push(request);
      return script.title?.(chatIn(request), titles.length - 1) ?? { text: "" };
    }
    if (script.shorten !== undefined && isShortening(request)) {
      shortenings.push(request);
      return script.shorten();
    }
    turns.push(request);
    return script.turn?.(request) ?? { text: "Done." };
  });
  const settings = { ...endpointSettings(endpoint.baseUrl, script.defaults), memory: {} };
  const agents = { defaults: { model: "custom/scripted", ...script.defaults } };
  await home.config({ ...settings, ...(script.title === undefined ? {} : { agents }), ...script.settings });
  const time = createMovedTime(home.host);
  const files = script.files ?? nodeFileSystem;
  const assistant = createAssistant(time.host, { version: "test", files, sandbox: noSandbox });
  const client = assistant.connect(terminal);
  const seen = await record(client);
  const key = sessionKeySchema.parse(script.session ?? "cli:direct");
  return {
    home,
    client,
    seen,
    key,
    endpoint,
    notes,
    titles,
    shortenings,
    async ask(text, sessionKey = key) {
      const sent = value(await client.request("chat.send", { sessionKey, text, workFolder: home.work }));
      if (sent.kind === "started") await seen.until("run-end", ({ runId }) => runId === sent.runId);
    },
    pass: time.pass,
    async log() {
      const last = seen.events.at(-1)?.seq ?? 0;
      time.pass(idleMinutes * 60_000);
      return (await seen.until("consolidation-end", ({ seq }) => seq > last)).error;
    },
    lastTurn: () => turns.at(-1) ?? { path: "", headers: {}, body: { model: "", messages: [] } },
    file: (name) => readFile(join(home.home, "workspace", "memory", name), "utf8"),
    async [Symbol.asyncDispose]() {
      await assistant.close();
      await home[Symbol.asyncDispose]();
      await endpoint.close();
    },
  };
}

const idleMinutes = 16;
/** Pauses before another try, and what waits for company: no test waits for them. */
const pauseMs = 9000;

/** Short pauses are none; long waits are the test's. */
function createMovedTime(host: Host) {
  let moved = 0;
  const timers = new Set<{ due: number; callback: () => void }>();
  const monotonic = (): number => host.monotonic() + moved;
  const own: Host = {
    ...host,
    now: () => host.now() + moved,
    monotonic,
    setTimer(ms, callback) {
      if (ms < pauseMs) return host.setTimer(Math.min(ms, 2), callback);
      const timer = { due: monotonic() + ms, callback };
      timers.add(timer);
      return { [Symbol.dispose]: () => void timers.delete(timer) };
    },
  };
  return {
    host: own,
    pass(ms: number): void {
      moved += ms;
      const due = [...timers].filter((timer) => timer.due <= monotonic()).sort((a, b) => a.due - b.due);
      for (const timer of due) {
        timers.delete(timer);
        timer.callback();
      }
    },
  };
}
