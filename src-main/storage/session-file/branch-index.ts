import type { MessageId } from "../../../src-preload/contract/ids.ts";
import type { Earlier } from "../../../src-preload/contract/past.ts";
import type { Message } from "../../../src-preload/contract/records.ts";

/** Where a message lies in the tree and in the file (bytes, without the line feed). */
export interface BranchNode {
  readonly id: MessageId;
  readonly parentId: MessageId | null;
  readonly offset: number;
  readonly length: number;
}

/**
 * The tree of the messages from byte `from` to the end of the file: ids and places, no texts. It grows at the end with
 * appends and towards the start with reading.
 */
export class BranchIndex {
  from: number;
  readonly #nodes = new Map<MessageId, BranchNode>();
  readonly #children = new Map<MessageId | null, MessageId[]>();
  /** Messages that have left the context, with all before them → what stands in their place. */
  readonly boundaries = new Map<MessageId, Earlier>();
  /** Ids of lines that could not be read → the message that stands before that line. */
  readonly #standIns = new Map<MessageId, MessageId>();
  #damagedIds: MessageId[] = [];
  #parentless: MessageId | null = null;

  constructor(from: number) {
    this.from = from;
  }

  get(id: MessageId): BranchNode | undefined {
    return this.#nodes.get(id);
  }

  /** The parent as the tree has it: past a damaged line, the message before it. */
  parentOf(node: BranchNode): MessageId | null {
    const { parentId } = node;
    return parentId === null || this.#nodes.has(parentId) ? parentId : (this.#standIns.get(parentId) ?? parentId);
  }

  /** The messages that begin at this byte or after it. */
  since(offset: number): readonly BranchNode[] {
    return [...this.#nodes.values()].filter((node) => node.offset >= offset).sort((a, b) => a.offset - b.offset);
  }

  /** The children of one parent, in the order they were written. */
  childrenOf(parentId: MessageId | null): readonly MessageId[] {
    return this.#children.get(parentId) ?? [];
  }

  /** True while the parent of a message is still to be met further up in the file. */
  get isWaiting(): boolean {
    return this.#parentless !== null;
  }

  /** Takes in the message that comes after all others. False for an id that is there already: the first one wins. */
  addNewer(node: BranchNode): boolean {
    if (this.#nodes.has(node.id)) return false;
    this.#nodes.set(node.id, node);
    this.#childrenList(this.parentOf(node)).push(node.id);
    return true;
  }

  /** Takes in the message that comes before all others. False for an id that is there already; its place is corrected. */
  addOlder(node: BranchNode, parentKnown: boolean): boolean {
    const known = this.#nodes.get(node.id);
    if (known !== undefined) {
      this.#nodes.set(node.id, { ...node, parentId: known.parentId });
      return false;
    }
    this.#resolveWaiting(node.id);
    this.#nodes.set(node.id, node);
    if (parentKnown) this.#childrenList(this.parentOf(node)).unshift(node.id);
    else this.#parentless = node.id;
    return true;
  }

  /** Hangs a message below another one than it was; among its siblings in the order they were written. */
  moveBelow(id: MessageId, parentId: MessageId | null): void {
    const node = this.#nodes.get(id);
    if (node === undefined) return;
    const before = this.#childrenList(this.parentOf(node));
    before.splice(before.indexOf(id), 1);
    this.#nodes.set(id, { ...node, parentId });
    const siblings = this.#childrenList(parentId);
    const at = siblings.findIndex((other) => (this.#nodes.get(other)?.offset ?? 0) > node.offset);
    siblings.splice(at < 0 ? siblings.length : at, 0, id);
  }

  /** A line that cannot be read, met on the way to the start. */
  noteDamaged(id: MessageId): void {
    this.#damagedIds.push(id);
  }

  /** The start of the file is reached: what still waits for a parent is a root. */
  finish(): void {
    this.from = 0;
    if (this.#parentless !== null) this.#childrenList(null).unshift(this.#parentless);
    this.#parentless = null;
  }

  #childrenList(parentId: MessageId | null): MessageId[] {
    const list = this.#children.get(parentId) ?? [];
    this.#children.set(parentId, list);
    return list;
  }

  /** `id` is the next message up in the file: the parent of who named none, and the stand-in of damaged lines. */
  #resolveWaiting(id: MessageId): void {
    const child = this.#parentless === null ? undefined : this.#nodes.get(this.#parentless);
    if (child !== undefined) {
      this.#nodes.set(child.id, { ...child, parentId: id });
      this.#childrenList(id).unshift(child.id);
      this.#parentless = null;
    }
    for (const damagedId of this.#damagedIds) this.#standIn(damagedId, id);
    this.#damagedIds = [];
  }

  #standIn(damagedId: MessageId, id: MessageId): void {
    if (this.#nodes.has(damagedId)) return;
    this.#standIns.set(damagedId, id);
    this.#childrenList(id).unshift(...this.childrenOf(damagedId));
    this.#children.delete(damagedId);
  }
}

/** The message with the parent that the tree gives it. */
export function withParent(message: Message, parentId: MessageId | null): Message {
  return message.parentId === parentId ? message : { ...message, parentId };
}
