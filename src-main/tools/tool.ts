import type { RunId, SessionKey } from "../../src-preload/contract/ids.ts";
import type { Effect, Media, ToolDetails } from "../../src-preload/contract/records.ts";
import type { z } from "../../src-preload/contract/zod.ts";
import type { Clock, Log } from "../host.ts";
import type { ActingKind } from "../policy/acting-table.ts";
import type { Roots } from "../policy/roots.ts";
import type { SecretPlace } from "../policy/secret-place.ts";
import type { KeyStream } from "../settings/key-stream.ts";
import type { FileSystem } from "../storage/file-system.ts";

/** What a call is about to touch, known before it runs: what the policy decides on. */
export type Subject = PathSubject | CommandSubject | ServiceSubject | { readonly kind: "none" };

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
  /** What would be written. A tool says itself how it is read; its text never does. */
  readonly preview: { readonly kind: "diff" | "text"; readonly text: string };
  readonly admitted: boolean;
  /** What it leads to is private, or lets one act as the person; null for nothing of that kind. */
  readonly secret: SecretPlace["kind"] | null;
  /** For a write: who else runs or trusts the file by itself. */
  readonly acts: ActingKind | null;
}

export interface CommandSubject {
  readonly kind: "command";
  readonly command: string;
  readonly folder: string;
  readonly admitted: boolean;
}

/** A server that the person has connected. */
export interface ServiceSubject {
  readonly kind: "service";
  readonly server: string;
  /** The tool's name for people. */
  readonly tool: string;
  /** The program or the address behind it. */
  readonly where: string;
  /** The tool is not what it was when the server was connected. */
  readonly isChanged: boolean;
  /** The person lets it run without asking. */
  readonly mayRun: boolean;
  readonly admitted: boolean;
}

/** Everything a tool may use; nothing else reaches the machine. */
export interface ToolContext {
  readonly sessionKey: SessionKey;
  readonly runId: RunId;
  /** Relative paths start here; absolute. */
  readonly workFolder: string;
  readonly roots: Roots;
  readonly files: FileSystem;
  readonly clock: Clock;
  readonly log: Log;
  readonly signal: AbortSignal;
  /** Environment of child processes, already without keys. */
  readonly childEnv: Readonly<Record<string, string>>;
  /** Folders of programs that the user's login shell knows; once they were asked for, `childEnv` has them too. */
  readonly loginPath: () => Promise<readonly string[]>;
  readonly execTimeoutSeconds: number;
  readonly userHome: string;
  readonly platform: NodeJS.Platform;
  /** Live output of something long; shown to the person, not to the model. */
  progress(text: string): void;
  /** Takes keys out of a text that comes in pieces, before any of it is cut. */
  withoutKeys(tell: (text: string) => void): KeyStream;
  /** Bytes that one result may take of the model's context. */
  resultBytes(): Promise<number>;
  /** Awaited before the first write of a run to a file (an existing or a new one); may refuse by throwing. */
  beforeWrite(path: string): Promise<void>;
}

export type ToolResult =
  | {
      readonly kind: "done";
      readonly content: string;
      readonly media?: readonly Media[];
      /** The tool itself left something out of the middle. */
      readonly isPartial?: boolean;
      readonly details?: Partial<ToolDetails>;
    }
  /** A failure that the model reads. `passing`: a read-only call may be tried once more. */
  | {
      readonly kind: "failed";
      readonly message: string;
      readonly passing?: boolean;
      readonly isPartial?: boolean;
      readonly details?: Partial<ToolDetails>;
    };

/** A tool with its argument type erased: what the registry holds. */
export interface Tool {
  readonly name: string;
  /** Its name for people, where `name` was made for models alone. */
  readonly label?: string;
  readonly description: string;
  readonly effect: Effect;
  /** Doing it twice is the same as doing it once. */
  readonly repeatSafe: boolean;
  /** Never runs beside another call, even if it only reads. */
  readonly exclusive: boolean;
  /** Its results keep to `resultBytes` themselves and say how to go on: nothing is cut out of them. */
  readonly isBounded: boolean;
  /** JSON Schema of the arguments. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /** Checks and casts the arguments; a failure names what is wrong. */
  parse(value: Readonly<Record<string, unknown>>): ParsedArguments;
}

export type ParsedArguments =
  | { readonly ok: true; readonly call: PreparedCall }
  | { readonly ok: false; readonly message: string };

/** A call whose arguments are good. */
export interface PreparedCall {
  readonly arguments: Readonly<Record<string, unknown>>;
  /** The object of the step in a few words, e.g. `notes.md`. */
  readonly title: string;
  /** What it touches, resolved against the work folder. May read (for a preview), never changes anything. */
  subject(context: ToolContext): Promise<Subject>;
  run(context: ToolContext): Promise<ToolResult>;
}

export interface ToolDefinition<Input extends z.ZodObject> {
  readonly name: string;
  readonly description: string;
  readonly effect: Effect;
  readonly repeatSafe: boolean;
  readonly exclusive?: boolean;
  readonly isBounded?: boolean;
  readonly input: Input;
  title(input: z.output<Input>): string;
  subject(input: z.output<Input>, context: ToolContext): Promise<Subject>;
  run(input: z.output<Input>, context: ToolContext): Promise<ToolResult>;
}
