import type { WireMessage } from "../../src-main/models/model.ts";
import { plainQuirks } from "../../src-main/models/quirks.ts";
import { repairHistory } from "../../src-main/models/repair-history.ts";
import { systemWireMessage, toWireMessage } from "../../src-main/models/wire.ts";
import { type Message, messageSchema } from "../../src-preload/contract/records.ts";

/** A case's history as the agent would send it: made records, repaired, put on the wire. */
export function wireHistory(history: readonly Record<string, unknown>[]): readonly WireMessage[] {
  const system = history
    .filter(({ role }) => role === "system")
    .map(({ content }) => systemWireMessage(String(content)));
  const records = history.filter(({ role }) => role !== "system").map(recordOf);
  const wires = repairHistory(records).map((record) => toWireMessage(record, plainQuirks));
  return [...system, ...wires.filter((wire) => wire !== null)];
}

function recordOf(wire: Record<string, unknown>, index: number): Message {
  const { content, reasoning_content: reasoning, ...rest } = wire;
  const parts = Array.isArray(content) ? content : [];
  return messageSchema.parse({
    ...rest,
    id: `m_${index}`,
    parentId: index === 0 ? null : `m_${index - 1}`,
    timestamp: "2026-01-01T00:00:00.000Z",
    name: "tool",
    content: parts.length > 0 ? parts.map((part) => part.text ?? "").join("") : (content ?? ""),
    ...(typeof reasoning === "string" ? { reasoning } : {}),
    ...(parts.some((part) => part.type === "image_url")
      ? { media: [{ kind: "image", path: "/pictures/shot.png", mediaType: "image/png" }] }
      : {}),
  });
}
