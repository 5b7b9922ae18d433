import type { Connection } from "../../src-preload/contract/connection.ts";
import type { PerchEvent, Topic } from "../../src-preload/contract/events.ts";
import { assertNever } from "../../src-preload/contract/result.ts";
import { chatsAfter, type HomeFacts, type HomePart, nothingKnown, partsAfter } from "./home-facts.ts";

interface WatchParts {
  readonly connection: Connection;
  /** After each change of what is known. */
  readonly changed: () => void;
  /** Before what it changes is read. */
  readonly heard: (event: PerchEvent) => void;
}

export interface WatchedHome {
  readonly facts: HomeFacts;
  /** Resolves once everything was read for the first time. */
  readonly ready: Promise<void>;
}

const topics: readonly Topic[] = [
  ...(["session", "agent", "approval", "mcp", "memory", "inbox", "cron", "heartbeat", "settings"] as const),
];
const allParts: readonly HomePart[] = ["chats", "approvals", "asks", "proposals", "reports", "jobs", "heartbeat"];

/** Follows the home like every client, with a snapshot of each part, read again when an event says it is another one. */
export function watchHome({ connection, changed, heard }: WatchParts): WatchedHome {
  let facts = nothingKnown;
  const stale = new Set<HomePart>();
  /** What was heard while the chats are read: their list may be older than that. Null while nobody reads them. */
  let heardMeanwhile: PerchEvent[] | null = null;
  let reading: Promise<void> | null = null;

  async function readPart(part: HomePart): Promise<Partial<HomeFacts>> {
    switch (part) {
      case "chats": {
        const since: PerchEvent[] = [];
        heardMeanwhile = since;
        const answer = await connection.request("session.list", { limit: 200 });
        heardMeanwhile = null;
        return answer.ok ? { chats: since.reduce(chatsAfter, answer.value.sessions) } : {};
      }
      case "approvals": {
        const answer = await connection.request("approval.list", {});
        return answer.ok ? { approvals: answer.value.approvals } : {};
      }
      case "asks": {
        const answer = await connection.request("ask.list", {});
        return answer.ok ? { asks: answer.value.asks } : {};
      }
      case "proposals": {
        const answer = await connection.request("memory.proposals", {});
        return answer.ok ? { proposals: answer.value.proposals } : {};
      }
      case "reports": {
        const answer = await connection.request("inbox.list", {});
        return answer.ok ? { reports: answer.value.reports } : {};
      }
      case "jobs": {
        const answer = await connection.request("job.list", {});
        return answer.ok ? { jobs: answer.value.jobs, pause: answer.value.pause } : {};
      }
      case "heartbeat": {
        const answer = await connection.request("heartbeat.describe", {});
        return answer.ok ? { heartbeat: answer.value } : {};
      }
      default:
        return assertNever(part);
    }
  }

  /** One part after the other; what becomes stale meanwhile is read once more. */
  async function readStale(): Promise<void> {
    for (const part of stale) {
      stale.delete(part);
      const read = await readPart(part);
      // What events said meanwhile stays.
      facts = { ...facts, ...read };
      changed();
    }
    reading = null;
  }

  function readSoon(parts: readonly HomePart[]): Promise<void> {
    for (const part of parts) stale.add(part);
    if (stale.size > 0) reading ??= readStale();
    return reading ?? Promise.resolve();
  }

  function hear(event: PerchEvent): void {
    heard(event);
    heardMeanwhile?.push(event);
    const chats = chatsAfter(facts.chats, event);
    if (chats !== facts.chats) {
      facts = { ...facts, chats };
      changed();
    }
    void readSoon(partsAfter(event));
  }

  const subscribed = connection.subscribe(topics, (delivery) => {
    if (delivery.kind === "event") hear(delivery.event);
    else void readSoon(allParts);
  });
  return {
    get facts() {
      return facts;
    },
    ready: subscribed.then(() => readSoon(allParts)),
  };
}
