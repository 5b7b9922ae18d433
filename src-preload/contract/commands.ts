import type { SessionKey } from "./ids.ts";

/** Why a command that stayed is over; `idle`: nothing came of it, and nobody looked, for an hour. */
export type CommandEnd =
  | { readonly kind: "exited"; readonly code: number | null; readonly signal: string | null }
  | { readonly kind: "stopped" }
  | { readonly kind: "idle" };

/** A command that stays while its chat goes on. */
export interface RunningCommand {
  readonly id: string;
  readonly sessionKey: SessionKey;
  readonly command: string;
  readonly startedAt: number;
  readonly confined: boolean;
  /** The end of what it wrote. */
  readonly tail: string;
  /** Null while it runs. */
  readonly end: CommandEnd | null;
}
