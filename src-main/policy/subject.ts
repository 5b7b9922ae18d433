import type { ActingKind } from "./acting-table.ts";
import type { SensitivePath } from "./sensitive-path.ts";

/** What a call is about to touch, known before it runs: what the policy decides on. */
export type Subject = PathSubject | CommandSubject | AddressSubject | ServiceSubject | { readonly kind: "none" };

/**
 * `admitted` false: the path guard refuses it, or the call cannot be carried out as things stand (an edit whose text is
 * not in the file). It runs into its own error and nobody is asked; should it want to write after all, because things
 * changed meanwhile, the write is refused.
 */
export interface PathSubject {
  readonly kind: "path";
  readonly access: "read" | "write";
  /** Absolute, links resolved. */
  readonly path: string;
  /** The other place of a move. */
  readonly also?: string;
  /** What lies below the path is touched too. */
  readonly isTree?: boolean;
  /** What would be written. A tool says itself how it is read; its text never does. */
  readonly preview: { readonly kind: "diff" | "text"; readonly text: string };
  readonly admitted: boolean;
  /** What it leads to is private, or lets one act as the person; null for nothing of that kind. */
  readonly secret: SensitivePath["kind"] | null;
  /** Tools of its own keep it, a fact or a job at a time: the person sees each where it is kept, and can take it back. */
  readonly isMemory?: boolean;
  /** For a write: who else runs or trusts the file by itself. */
  readonly acts: ActingKind | null;
}

export interface CommandSubject {
  readonly kind: "command";
  readonly command: string;
  readonly folder: string;
  readonly admitted: boolean;
  /** It runs in the sandbox; `reach` says with what in it, or why not. */
  readonly confined: boolean;
  readonly reach: CommandReach;
  /** It goes on when its call has ended. */
  readonly stays?: boolean;
}

export type CommandReach =
  /** `folder`: what it may write; `hosts`: what it may reach. */
  | { readonly kind: "confined"; readonly folder: string; readonly hosts: readonly string[] }
  /** The call asks to run outside. */
  | { readonly kind: "asked" }
  /** The chat's mode is `full`. */
  | { readonly kind: "full" }
  /** The person has switched the sandbox off. */
  | { readonly kind: "off" }
  | { readonly kind: "unavailable"; readonly reason: string };

/** A server that the person has connected. */
export interface ServiceSubject {
  readonly kind: "service";
  readonly server: string;
  /** The tool's name for people. */
  readonly tool: string;
  /** The program or the address behind it. */
  readonly where: string;
  /** Of a program: what the sandbox lets it reach, or why it runs outside of one, as a sentence. */
  readonly confinement: string | null;
  /** The tool is not what it was when the server was connected. */
  readonly isChanged: boolean;
  /** The person lets it run without asking. */
  readonly mayRun: boolean;
  readonly admitted: boolean;
}

/** A place on the web that a request goes to. */
interface AddressSubject {
  readonly kind: "address";
  /** Whole, as it is asked for: what stands in it leaves this computer. Of a search the address of its provider. */
  readonly url: string;
  /** Small letters, no port, no brackets. */
  readonly host: string;
  readonly method: "fetch" | "search";
  /** What is looked for; "" of a page. */
  readonly query: string;
  /** False also where nothing is sent, as the page is kept here already. */
  readonly admitted: boolean;
}
