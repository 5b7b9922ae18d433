import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileNameOf } from "../../src-main/storage/session-file/file-name.ts";
import { parseLine } from "../../src-main/storage/session-file/parse-line.ts";
import { type SessionKey, sessionKeySchema } from "../../src-preload/contract/ids.ts";
import type { Marker, MarkerOf, Message, ToolMessage } from "../../src-preload/contract/records.ts";

/** A session as its file tells it, read apart from the code that is under test. */
export interface Transcript {
  readonly key: SessionKey;
  readonly messages: ReadonlyMap<string, Message>;
  /** Results by the id of their call. */
  readonly results: ReadonlyMap<string, ToolMessage>;
  readonly queued: ReadonlySet<string>;
  readonly titles: ReadonlySet<string>;
  readonly requests: ReadonlyMap<string, MarkerOf<"approval-request">>;
  readonly decisions: ReadonlyMap<string, MarkerOf<"approval-decision">>;
  readonly runEnds: ReadonlyMap<string, MarkerOf<"run-end">>;
  /** What is wrong with the file by itself. */
  readonly faults: readonly string[];
}

/** `tail`: whether a torn last line is a fault (it is not before the home was opened again). */
export async function readTranscript(home: string, key: string, tail: "may-be-torn" | "whole"): Promise<Transcript> {
  const sessionKey = sessionKeySchema.parse(key);
  const path = join(home, "workspace", "sessions", fileNameOf(sessionKey));
  const lines = (await readText(path)).split("\n");
  const last = lines.pop() ?? "";
  const reader = new Reader(sessionKey);
  for (const [index, line] of lines.entries()) reader.take(line, `line ${index + 1}`);
  if (tail === "whole" && last !== "") reader.faults.push(`a torn tail was left: ${last.slice(0, 80)}`);
  else if (last !== "" && parseLine(last).kind !== "damaged") reader.take(last, "the last line");
  return reader;
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (cause) {
    if (cause instanceof Error && "code" in cause && cause.code === "ENOENT") return "";
    throw cause;
  }
}

class Reader implements Transcript {
  readonly key: SessionKey;
  readonly messages = new Map<string, Message>();
  readonly results = new Map<string, ToolMessage>();
  readonly queued = new Set<string>();
  readonly titles = new Set<string>();
  readonly requests = new Map<string, MarkerOf<"approval-request">>();
  readonly decisions = new Map<string, MarkerOf<"approval-decision">>();
  readonly runEnds = new Map<string, MarkerOf<"run-end">>();
  readonly faults: string[] = [];

  constructor(key: SessionKey) {
    this.key = key;
  }

  take(line: string, where: string): void {
    const parsed = parseLine(line);
    if (parsed.kind === "message") this.#message(parsed.message, where);
    else if (parsed.kind === "marker") this.#marker(parsed.marker, where);
    else this.faults.push(`${where} is ${parsed.kind}: ${line.slice(0, 80)}`);
  }

  #message(message: Message, where: string): void {
    this.#once(this.messages, message.id, message, where);
    if (message.role === "tool") this.#once(this.results, message.tool_call_id, message, where);
    if (message.parentId !== null && !this.messages.has(message.parentId)) {
      this.faults.push(`${where}: the parent ${message.parentId} is not there`);
    }
  }

  #marker(marker: Marker, where: string): void {
    if (marker._type === "queued") this.queued.add(marker.entry.id);
    if (marker._type === "title") this.titles.add(marker.title);
    if (marker._type === "approval-request") this.#once(this.requests, marker.approvalId, marker, where);
    if (marker._type === "approval-decision") this.#once(this.decisions, marker.approvalId, marker, where);
    if (marker._type === "run-end") this.#once(this.runEnds, marker.runId, marker, where);
  }

  #once<Value>(map: Map<string, Value>, id: string, value: Value, where: string): void {
    if (map.has(id)) this.faults.push(`${where}: ${id} is there twice`);
    map.set(id, value);
  }
}
