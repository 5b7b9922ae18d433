import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { RecordedRequest } from "../support/scripted-endpoint.ts";
import type { ScriptedCall, ScriptedReply } from "../support/scripted-reply.ts";

/** What the model of the torture does: the first word of the last message says which. */
export const kinds = ["plain", "read", "write", "parallel", "long", "both"] as const;
const call = (name: string, args: Readonly<Record<string, unknown>>): ScriptedCall => ({
  name,
  arguments: args,
  id: `call_${randomUUID()}`,
});
const read = (): ScriptedCall => call("read_file", { path: "notes.txt" });
const list = (): ScriptedCall => call("list_dir", { path: "." });
const write = (): ScriptedCall => {
  const name = `written-${randomUUID()}`;
  return call("write_file", { path: `${name}.txt`, content: name });
};

/** Pieces that come one after the other, so that a kill can fall between them. */
function slowly(words: number): readonly (string | Promise<unknown>)[] {
  return Array.from({ length: words }, (_, index) => [`word ${index} `, pause(index * 4)]).flat();
}

export function scriptedReply({ body }: RecordedRequest): ScriptedReply {
  const last = body.messages.at(-1);
  if (last?.role !== "user") return { text: "That is done." };
  const kind = /\b(plain|read|write|parallel|long|both)\b/.exec(String(last.content))?.[1];
  switch (kind) {
    case "read":
      return { text: "I look. ", calls: [read()] };
    case "write":
      return { calls: [write()] };
    case "parallel":
      return { calls: [read(), list(), read()] };
    case "both":
      return { calls: [read(), write(), list(), write()] };
    case "long":
      return { deltas: slowly(40) };
    default:
      return { text: "Plain words." };
  }
}
