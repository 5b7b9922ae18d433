import type { RunId, SessionKey } from "../../src-preload/contract/ids.ts";
import type { ApprovalMode, Effect, Media, ToolDetails } from "../../src-preload/contract/records.ts";
import type { StepAmount } from "../../src-preload/contract/run-view.ts";
import type { z } from "../../src-preload/contract/zod.ts";
import type { RunningCommands } from "../commands/running-commands.ts";
import type { Clock, Log } from "../host.ts";
import type { KeyStream } from "../keys/key-stream.ts";
import type { Roots } from "../policy/roots.ts";
import type { CommandSubject, Subject } from "../policy/subject.ts";
import type { Sandbox } from "../sandbox/sandbox.ts";
import type { FileSystem } from "../storage/file-system.ts";
import type { TextKey } from "../words.ts";

/** What decides how the commands of a call run. */
interface CommandGround {
  readonly sandbox: Pick<Sandbox, "state" | "confine">;
  /** Those that stay while their chat goes on. */
  readonly running: Pick<RunningCommands, "start" | "find">;
  /** The chat's. */
  readonly mode: ApprovalMode;
  /** The person's settings of the sandbox. */
  readonly isSandboxOn: boolean;
  readonly allowedHosts: readonly string[];
  /** What was decided on; null while a call is only looked at. */
  readonly decided: CommandSubject | null;
}

/** Everything a tool may use; nothing else reaches the machine. */
export interface ToolContext {
  readonly sessionKey: SessionKey;
  readonly runId: RunId;
  /** As the model named it; unique within its reply. */
  readonly callId: string;
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
  /** A person is there to answer. */
  readonly isAttended: boolean;
  readonly commands: CommandGround;
  readonly userHome: string;
  readonly platform: NodeJS.Platform;
  /** Live output of something long, and how far it is; shown to the person, not to the model. */
  progress(text: string, amount?: StepAmount): void;
  /** The time of the turn stands still until it is disposed of: what is waited for has a limit of its own. */
  standStill(): Disposable;
  /** Takes keys out of a text that comes in pieces, before any of it is cut. */
  withoutKeys(tell: (text: string) => void): KeyStream;
  /** Bytes that one result may take of the model's context. */
  resultBytes(): Promise<number>;
  /** Looks for tools of servers that are not listed to the model, and lists those from its next step on. */
  findTools(wanted: string): Promise<FoundTools>;
  /** Awaited before each write to a path, with what is about to stand there; may refuse by throwing. */
  beforeWrite(path: string, next: NextContent): Promise<void>;
  /** Awaited after each. */
  afterWrite(path: string): Promise<void>;
  /** Awaited before a command in the work folder; its end tells what the command changed there. */
  beforeCommand(): Promise<RunningCommand>;
}

/** A tool of a server, as a model names it. */
export interface FoundTool {
  readonly name: string;
  readonly server: string;
  readonly description: string;
}

/** What fits best, of the tools of servers. */
export interface FoundTools {
  readonly added: readonly FoundTool[];
  /** Were so before. */
  readonly listed: readonly FoundTool[];
  readonly withoutRoom: readonly FoundTool[];
  /** The number of tools that are not listed, by server. */
  readonly servers: ReadonlyMap<string, number>;
}

/** What is about to stand at a path: these bytes, nothing, or what stands at another path now. */
export type NextContent = Uint8Array | "gone" | { readonly like: string };

export interface RunningCommand {
  end(): Promise<readonly CommandEffect[]>;
}

/** A file that a command made, changed or took away; lines where they can be counted. */
export type CommandEffect = NonNullable<ToolDetails["changed"]>[number];

export type ToolResult =
  | {
      readonly kind: "done";
      readonly content: string;
      readonly media?: readonly Media[];
      /** The tool itself left something out of the middle. */
      readonly isPartial?: boolean;
      /** Who wrote what is in it, where that is neither the person nor a file of theirs. */
      readonly untrusted?: string;
      /** The person has the word: nothing else of the turn is done. `text` is what it ends with. */
      readonly endsTurn?: { readonly text: string };
      readonly details?: Partial<ToolDetails>;
    }
  /** A failure that the model reads. `passing`: a read-only call may be tried once more. */
  | {
      readonly kind: "failed";
      readonly message: string;
      readonly passing?: boolean;
      readonly isPartial?: boolean;
      readonly refused?: Refused;
      readonly untrusted?: string;
      readonly details?: Partial<ToolDetails>;
    };

/** What the call wanted and may not have, where that is why it failed. */
type Refused = "outside-roots";

/** How a step of a tool is told to people: keys of the catalogue, where `{object}` and `{tool}` are filled in. */
interface ToolWords<Argument extends string = string> {
  /** While it goes on; also of one that failed or was refused, with that said beside it. */
  readonly doing: TextKey;
  readonly done: TextKey;
  /** It was stopped; `step.cut` unless it says otherwise. */
  readonly cut?: TextKey;
  /** The argument that says what the step is about. */
  readonly object?: Argument;
  /** Said in its place where the call has no such argument. */
  readonly noObject?: string;
}

/** A tool with its argument type erased: what the registry holds. */
export interface Tool {
  readonly name: string;
  /** Its name for people, where `name` was made for models alone. */
  readonly label?: string;
  readonly description: string;
  readonly words: ToolWords;
  /** The title of the card that asks a person whether it may run. */
  readonly asks: TextKey;
  readonly effect: Effect;
  /** Offered also where the model's window is too small for all tools. */
  readonly isCore: boolean;
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
  readonly words: ToolWords<keyof z.output<Input> & string>;
  readonly asks: TextKey;
  readonly effect: Effect;
  readonly isCore?: boolean;
  readonly repeatSafe: boolean;
  readonly exclusive?: boolean;
  readonly isBounded?: boolean;
  /** Made when the first call is checked: a start that calls no tool pays nothing. */
  readonly input: () => Input;
  subject(input: z.output<Input>, context: ToolContext): Promise<Subject>;
  run(input: z.output<Input>, context: ToolContext): Promise<ToolResult>;
}
