import type { MessageId } from "../../../src-preload/contract/ids.ts";
import { type Earlier, nothingEarlier } from "../../../src-preload/contract/past.ts";
import { isMarker, type SessionRecord } from "../../../src-preload/contract/records.ts";

/** Where the context of a branch ends: this message and those before it have left. */
export interface Boundary {
  readonly id: MessageId;
  readonly earlier: Earlier;
}

/** The boundary that a `reset` or `consolidated` marker sets; null for every other record. */
export function boundaryOf(record: SessionRecord): Boundary | null {
  if (!isMarker(record)) return null;
  if (record._type === "reset") return record.after === null ? null : { id: record.after, earlier: nothingEarlier };
  if (record._type !== "consolidated") return null;
  const { upTo: id, summary, stranger } = record;
  return { id, earlier: { summary, stranger } };
}
