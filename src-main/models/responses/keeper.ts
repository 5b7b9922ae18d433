import { type JsonObject, objectsOf, textOf } from "../json.ts";
import { extraOfKept } from "../kept-items.ts";

/** The most of one answer, in characters: what a transcript has to carry along. */
const mostKept = 2 * 1024 * 1024;

/** Collects what came before a call, in its order, until the call takes it along. */
export interface Keeper {
  thought(item: JsonObject): void;
  /** Where the words stand among the thoughts; the words themselves are the message's. */
  words(item: JsonObject): void;
  /** The extra fields of the call that came now: none where there is nothing to take. */
  release(): JsonObject;
}

/** Thoughts that no call follows are let go: the answer has them behind it. */
export function createKeeper(from: string): Keeper {
  let items: JsonObject[] = [];
  let size = 0;

  return {
    thought(item) {
      const sealed = textOf(item["encrypted_content"]);
      const summary = objectsOf(item["summary"]);
      size += sealed.length + JSON.stringify(summary).length;
      if (sealed !== "" && size <= mostKept) items.push({ type: "reasoning", summary, encrypted_content: sealed });
    },
    words({ phase }) {
      items.push({ type: "message", ...(typeof phase === "string" ? { phase } : {}) });
    },
    release() {
      const kept = items;
      items = [];
      const isTelling = kept.some(({ type, phase }) => type === "reasoning" || phase !== undefined);
      return isTelling ? { extra_content: extraOfKept({ from, items: kept }) } : {};
    },
  };
}
