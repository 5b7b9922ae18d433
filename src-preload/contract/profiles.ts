/*
 * Agent profiles: a persona with its own prompt, model, tools and limits, a folder `agents/<name>` with an AGENT.md each.
 */

/** The name that stands for no profile: Perch as it is. */
export const noProfileName = "perch";

export interface ProfileRow {
  /** What it is chosen by; of one that cannot be used, its folder. */
  readonly name: string;
  /** On one line; "" where it cannot be used. */
  readonly description: string;
  /** Null: that of new chats. */
  readonly model: string | null;
  /** What `knowledge.read` takes; null where there is no file that it could show. */
  readonly path: string | null;
  /** Why it cannot be used, in words; "" where nothing is wrong. */
  readonly problem: string;
  /** What of it has no effect, in words, though it can be used; "" where all has. */
  readonly warning: string;
}
