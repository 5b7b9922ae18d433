import type { MessageId, SessionKey } from "../../src-preload/contract/ids.ts";
import { nothingEarlier } from "../../src-preload/contract/past.ts";
import type { Message } from "../../src-preload/contract/records.ts";
import type { MessagePage, PageMessage } from "../../src-preload/contract/session.ts";
import { createLane } from "../bus/lane.ts";
import type { Log } from "../host.ts";
import type { FileSystem } from "../storage/file-system.ts";
import type { Boundary } from "../storage/session-file/boundary.ts";
import { BranchIndex, type BranchNode } from "../storage/session-file/branch-index.ts";
import {
  type ContextRead,
  extendIndex,
  readContext,
  readMessage,
  walkBranch,
} from "../storage/session-file/branch-reader.ts";
import { readWholeSession } from "../storage/session-file/load-session.ts";
import { LazySource } from "./session-source.ts";

export interface BranchesOptions {
  readonly key: SessionKey;
  readonly path: string;
  readonly files: Pick<FileSystem, "open">;
  readonly log: Log;
  readonly window: number;
}

/** The end of a branch as the model may see it; `earlier` as in `ContextRead`. */
export type BranchContext = Pick<Extract<ContextRead, { kind: "read" }>, "messages" | "earlier">;

/**
 * The tree of one session, read from its file as far as a question needs it. What was read once is kept as ids and
 * places, so that going back through a long chat reads every part once. Questions are answered one after the other;
 * failures of the disk are thrown.
 */
export class Branches {
  readonly #options: BranchesOptions;
  #index: BranchIndex;
  #isRebuilt = false;
  readonly #lane = createLane();

  constructor(options: BranchesOptions, index: BranchIndex) {
    this.#options = options;
    this.#index = index;
  }

  has(id: MessageId): boolean {
    return this.#index.get(id) !== undefined;
  }

  addNewer(node: BranchNode): boolean {
    return this.#index.addNewer(node);
  }

  addBoundary({ id, earlier }: Boundary): void {
    this.#index.boundaries.set(id, earlier);
  }

  /** The file is another one now, so many bytes long: its places are read again. After the questions that are on. */
  replaced(size: number): Promise<void> {
    return this.#lane(async () => {
      const index = new BranchIndex(size);
      for (const [id, earlier] of this.#index.boundaries) index.boundaries.set(id, earlier);
      this.#index = index;
      this.#isRebuilt = false;
    });
  }

  /** Whether the file holds this message. */
  find(id: MessageId, size: number): Promise<boolean> {
    if (this.has(id)) return Promise.resolve(true);
    return this.#exclusive(size, async (source) => (await this.#node(source, id)) !== null);
  }

  message(id: MessageId, size: number): Promise<Message | null> {
    return this.#exclusive(size, async (source) => {
      const node = await this.#node(source, id);
      return node === null ? null : readMessage(await source.open(), this.#index, node);
    });
  }

  /** The newest message among this one and all that descend from it. */
  tipThrough(id: MessageId, size: number): Promise<MessageId | null> {
    return this.#exclusive(size, async (source) => {
      const node = await this.#node(source, id);
      if (node === null) return null;
      let newest: BranchNode | null = null;
      const met = new Set([node]);
      for (const next of met) {
        const children = this.#index.childrenOf(next.id).map((childId) => this.#index.get(childId));
        for (const child of children) if (child !== undefined) met.add(child);
        // A branch ends with a message that has no child, wherever that stands in the file.
        if (children.length === 0 && next.offset > (newest?.offset ?? -1)) newest = next;
      }
      return (newest ?? node).id;
    });
  }

  /** The end of the branch of `tip` as the model may see it. */
  context(tip: MessageId, size: number): Promise<BranchContext> {
    return this.#exclusive(size, async (source) => {
      for (;;) {
        const file = await source.open();
        const fetch = (node: BranchNode) => readMessage(file, this.#index, node);
        const read = await readContext(this.#index, tip, this.#options.window, fetch);
        if (read.kind === "read") return read;
        if (!(await this.#reach(source, read.id))) return { messages: [], earlier: nothingEarlier };
      }
    });
  }

  /** The last `limit` messages of the branch of `tip`, or those above `before`; null when `before` is not there. */
  page(
    range: { readonly tip: MessageId | null; readonly before: MessageId | null; readonly limit: number },
    size: number,
    known: readonly Message[],
  ): Promise<MessagePage | null> {
    return this.#exclusive(size, async (source) => {
      let tip = range.tip;
      if (range.before !== null) {
        const node = await this.#node(source, range.before);
        if (node === null) return null;
        tip = this.#index.parentOf(node);
      }
      const nodes = await this.#branch(source, tip, range.limit);
      const inMemory = new Map(known.map((message) => [message.id, message]));
      const messages: PageMessage[] = [];
      for (const node of nodes.reverse()) {
        const message = inMemory.get(node.id) ?? (await readMessage(await source.open(), this.#index, node));
        if (message !== null) messages.push(this.#withSiblings(node, message));
      }
      const [oldest] = nodes;
      return { messages, hasEarlier: oldest !== undefined && this.#index.parentOf(oldest) !== null };
    });
  }

  /** Newest first. All messages that share a parent with one of these are in the index then. */
  async #branch(source: LazySource, tip: MessageId | null, limit: number): Promise<BranchNode[]> {
    while (tip !== null) {
      const nodes: BranchNode[] = [];
      const branch = walkBranch(this.#index, tip);
      let step = branch.next();
      while (step.done !== true && nodes.length < limit) {
        nodes.push(step.value);
        step = branch.next();
      }
      // What is next is the parent of the oldest one: its other children stand after it in the file.
      if (step.done !== true) return nodes;
      if (step.value === null) {
        if (this.#index.from === 0) return nodes;
        await extendIndex(await source.open(), this.#index, () => false);
      } else if (!(await this.#reach(source, step.value))) return nodes;
    }
    return [];
  }

  #withSiblings(node: BranchNode, message: Message): PageMessage {
    const ids = this.#index.childrenOf(this.#index.parentOf(node));
    return ids.length < 2 ? { message } : { message, siblings: { index: ids.indexOf(node.id), ids: [...ids] } };
  }

  async #node(source: LazySource, id: MessageId): Promise<BranchNode | null> {
    if (this.#index.get(id) === undefined && this.#index.from > 0) {
      await extendIndex(await source.open(), this.#index, () => this.has(id));
    }
    return this.#index.get(id) ?? null;
  }

  /**
   * Gets the parent of a message into the index. One that is in it already makes a circle: only the order of the file
   * tells then what comes before. False when nothing more can be read.
   */
  async #reach(source: LazySource, id: MessageId): Promise<boolean> {
    if (!this.has(id) && (await this.#node(source, id)) !== null) return true;
    if (this.#isRebuilt) return false;
    await this.#rebuild(source);
    return true;
  }

  /** Reads everything in file order: a parent is missing, and only the order tells what comes before. */
  async #rebuild(source: LazySource): Promise<void> {
    const { key, log, window } = this.#options;
    const { index } = await readWholeSession(await source.open(), { key, log, window });
    for (const node of this.#index.since(source.size)) index.addNewer(node);
    for (const [id, earlier] of this.#index.boundaries) index.boundaries.set(id, earlier);
    this.#index = index;
    this.#isRebuilt = true;
  }

  #exclusive<Answer>(size: number, ask: (source: LazySource) => Promise<Answer>): Promise<Answer> {
    return this.#lane(async () => {
      await using source = new LazySource(this.#options.files, this.#options.path, size);
      return await ask(source);
    });
  }
}
