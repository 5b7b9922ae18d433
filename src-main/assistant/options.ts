import type { DesktopShell } from "../../src-preload/contract/desktop.ts";
import type { OwnerPlace } from "../../src-preload/contract/system.ts";
import type { WebSockets } from "../network/web-connection.ts";
import type { LocalPorts } from "../providers/probe.ts";
import type { Sandbox } from "../sandbox/sandbox.ts";
import type { FileSystem } from "../storage/file-system.ts";
import type { SettledSwap } from "../storage/swap-parts.ts";
import type { SearchParts } from "../web/search.ts";

export interface AssistantOptions {
  readonly version: string;
  readonly files: FileSystem;
  /** What child processes carry (`PERCH_OWNER`); those that an owner left behind that died are ended. */
  readonly marks?: {
    readonly own: string;
    readonly former: string | null;
    /** What became of a restore that was ordered before. */
    readonly restored?: SettledSwap;
  };
  /** Lets go of the home and claims it anew, as who holds it does; left out where that is not to be (a conversation in a terminal). */
  readonly reopen?: () => void;
  /** What this process is to its person; a terminal where it is left out. */
  readonly place?: OwnerPlace;
  /** Ends this process in order, since another one wants the home; without it nobody can ask for that. */
  readonly end?: () => void;
  /** The desktop that it is on; none where it is served, or in a terminal. */
  readonly desktop?: DesktopShell;
  /** In place of the machine's own sandbox. */
  readonly sandbox?: Pick<Sandbox, "state" | "confine" | "confineServer"> | undefined;
  /** Where local model servers are looked for, when not at their usual ports. */
  readonly localPorts?: LocalPorts;
  /** When no byte of an answer comes for so long, it has failed; two minutes unless told. */
  readonly idleTimeoutMs?: number;
  /** What pages of the web are reached with, when not by the system's lookup and sockets. */
  readonly webSockets?: WebSockets;
  /** Where search providers are asked, when not at their own addresses. */
  readonly searchBases?: SearchParts["bases"];
}
