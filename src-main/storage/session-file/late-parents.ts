import type { MessageId } from "../../../src-preload/contract/ids.ts";
import type { BranchIndex } from "./branch-index.ts";

/** Messages that wait for their parent at most, and steps towards the root that are gone for all of them. */
const maxWaiting = 10_000;
const maxSteps = 2_000_000;

interface Late {
  readonly id: MessageId;
  readonly parentId: MessageId;
  /** Below which it hangs as long as its parent is not met. */
  readonly standIn: MessageId | null;
}

/**
 * Messages that stand before their parent, since another program cut the file and what it lacked was written again
 * further down. They are put in order when the whole file is read.
 */
export class LateParents {
  readonly #index: BranchIndex;
  readonly #waiting: Late[] = [];
  #steps = 0;

  constructor(index: BranchIndex) {
    this.#index = index;
  }

  add(late: Late): void {
    if (this.#waiting.length < maxWaiting) this.#waiting.push(late);
  }

  /** Hangs each below its parent, where that came and it makes no circle; tells of those whose parent is not there. */
  settle(onLacking: (id: MessageId) => void): void {
    for (const { id } of this.#waiting.filter((late) => !this.#hasParent(late))) onLacking(id);
    let moved = this.#waiting.filter((late) => this.#hasParent(late));
    for (const { id, parentId } of moved) this.#index.moveBelow(id, parentId);
    // A stand-in is further up in the file, so that no circle is left once all that are on one have theirs again.
    for (let before = -1; before !== moved.length; ) {
      before = moved.length;
      moved = moved.filter(({ id, standIn }) => {
        if (!this.#isOnCircle(id)) return true;
        this.#index.moveBelow(id, standIn);
        return false;
      });
    }
  }

  #hasParent({ parentId }: Late): boolean {
    return this.#index.get(parentId) !== undefined;
  }

  /** Yes, too, when too many steps would be needed to tell. */
  #isOnCircle(id: MessageId): boolean {
    const met = new Set<MessageId>();
    for (let at = this.#parentOf(id); at !== null && !met.has(at); at = this.#parentOf(at)) {
      this.#steps += 1;
      if (at === id || this.#steps > maxSteps) return true;
      met.add(at);
    }
    return this.#steps > maxSteps;
  }

  #parentOf(id: MessageId): MessageId | null {
    const node = this.#index.get(id);
    return node === undefined ? null : this.#index.parentOf(node);
  }
}
