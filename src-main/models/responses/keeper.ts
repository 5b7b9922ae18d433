import { type JsonObject, objectsOf, textOf } from "../json.ts";
import { extraOfKept } from "../kept-items.ts";
import type { WireItem } from "../wire-types.ts";

/** The most of one answer, in characters: what a transcript has to carry along. */
const mostKept = 2 * 1024 * 1024;

/** What keeping an item takes beside its characters, counted in them. */
const costOfItem = 64;

/** Collects what came before a call, in its order, until the call takes it along. */
export interface Keeper {
  thought(item: WireItem): void;
  /** Where the words stand among the thoughts; the words themselves are the message's. */
  words(item: WireItem): void;
  /** The extra fields of the call that came now: none where there is nothing to take. */
  release(): JsonObject;
}

/** Thoughts that no call follows are let go: the answer has them behind it. */
export function createKeeper(from: string): Keeper {
  let items: JsonObject[] = [];
  let size = 0;

  function keep(item: JsonObject): void {
    size += JSON.stringify(item).length + costOfItem;
    if (size <= mostKept) items.push(item);
  }

  return {
    thought(item) {
      const sealed = textOf(item.encrypted_content);
      if (sealed === "") return;
      keep({ type: "reasoning", summary: objectsOf(item.summary), encrypted_content: sealed });
    },
    words({ phase }) {
      keep({ type: "message", ...(typeof phase === "string" ? { phase } : {}) });
    },
    release() {
      const kept = items;
      items = [];
      const isTelling = kept.some(({ type, phase }) => type === "reasoning" || phase !== undefined);
      return isTelling ? { extra_content: extraOfKept({ from, items: kept }) } : {};
    },
  };
}
