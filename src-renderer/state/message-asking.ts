import type { FoundMessage, FoundMessages } from "../../src-preload/contract/message-search.ts";
import type { RouteCall } from "../../src-preload/contract/routes.ts";
import type { AgentClient } from "../client/agent-client.ts";

export type AskedMessages = Omit<RouteCall<"message.search">, "cursor" | "limit" | "place">;

type MessageAnswer =
  | (FoundMessages & { readonly kind: "found" })
  | { readonly kind: "failed"; readonly message: string };

interface AskingOptions {
  readonly client: AgentClient;
  readonly place: "list" | "palette";
  readonly limit: number;
  /** What is wanted now; null: nothing. */
  readonly wanted: () => AskedMessages | null;
  /** Told of each part of an answer: of one that is whole, or has a page. */
  readonly onAnswer: (answer: MessageAnswer) => void;
}

/** While the index is made what it has by now is asked for this often, in ms. */
const makingMs = 1000;

/**
 * Asks for messages, one question at a time: what is typed while an answer is on its way is asked when that has come, and only
 * the newest of it.
 */
export function createMessageAsking({ client, place, limit, wanted, onAnswer }: AskingOptions) {
  let wish = 0;
  let isAsking = false;
  let later: ReturnType<typeof setTimeout> | undefined;

  async function answer(asked: AskedMessages, own: number): Promise<void> {
    let hits: readonly FoundMessage[] = [];
    for (let cursor: string | null = null; ; ) {
      const from: { readonly cursor?: string } = cursor === null ? {} : { cursor };
      const page = await client.request("message.search", { ...asked, ...from, place, limit: limit - hits.length });
      if (own !== wish) return;
      if (!page.ok) return onAnswer({ kind: "failed", message: page.error.message });
      hits = [...hits, ...page.value.hits];
      ({ cursor } = page.value);
      const isWhole = cursor === null || hits.length >= limit;
      if (isWhole || page.value.hits.length > 0) onAnswer({ kind: "found", ...page.value, hits });
      if (!isWhole) continue;
      if (page.value.making !== null) later = setTimeout(() => void look(), makingMs);
      return;
    }
  }

  /** What is wanted is another now. */
  async function look(): Promise<void> {
    wish += 1;
    clearTimeout(later);
    if (isAsking) return;
    isAsking = true;
    for (let own = 0; own !== wish; ) {
      own = wish;
      const asked = wanted();
      if (asked !== null) await answer(asked, own);
    }
    isAsking = false;
  }

  return { look };
}
