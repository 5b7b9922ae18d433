import type { SessionKey } from "../../src-preload/contract/ids.ts";

/** The sub-agents of chats: handed in, so that the agent depends on nothing above it. */
export interface ChildAgents {
  /** So many of this chat are on or wait for their turn. */
  on(parent: SessionKey): number;
  /**
   * Ends those of a chat and resolves with how many, once their ends are written. `forgotten`: the chat is not told of them, as it
   * begins anew or is gone.
   */
  stop(parent: SessionKey, how?: "told" | "forgotten"): Promise<number>;
  /** One is on, or what came of one is on its way to its chat. */
  readonly isBusy: boolean;
  /** Resolves when one has ended and its chat is told. */
  settled(): Promise<void>;
  /** From now on none begins, and no chat is told. Those that are on end with the loop. */
  close(): void;
  /** The agent of this chat is closed: a sub-agent that waits for the person goes on doing so on the disk, and has no end here. */
  leave(key: SessionKey): void;
}
