import type { McpFact } from "../../src-preload/contract/events.ts";
import type { SessionKey } from "../../src-preload/contract/ids.ts";
import type { Host } from "../host.ts";
import type { startService } from "../processes/service-process.ts";
import type { Sandbox } from "../sandbox/sandbox.ts";
import type { FileSystem } from "../storage/file-system.ts";
import type { AskDesk } from "./asks/ask-desk.ts";
import type { RunningCalls } from "./running-calls.ts";

/** What a connection to a server needs of its surroundings. */
export interface McpDependencies {
  readonly host: Host;
  /** Of Perch, told to servers. */
  readonly version: string;
  readonly startService: typeof startService;
  readonly files: FileSystem;
  readonly sandbox: Pick<Sandbox, "state" | "confineServer">;
  /** Where servers that run confined keep what they fetch, a folder each. */
  readonly cacheFolder: string;
  /** Where bundles are unpacked, a folder for the server of each. */
  readonly bundleFolder: string;
  /** The environment of child processes, already without keys; a server gets its own variables on top. */
  readonly childEnv: () => Promise<Readonly<Record<string, string>>>;
  /** Folders where the user's login shell finds programs; asked when it is first needed. */
  readonly loginPath: () => Promise<readonly string[]>;
  /** What the settings say of a proxy. */
  readonly proxy: () => Promise<string | null>;
  /** Takes keys out of a text that somebody will see. */
  readonly redact: (text: string) => string;
  /** Texts that nobody may see from now on. */
  readonly learn: (keys: readonly string[]) => void;
  readonly publish: (fact: McpFact) => void;
  /** Where what servers ask of the person waits. */
  readonly desk: Pick<AskDesk, "ask">;
  readonly calls: RunningCalls;
  /** Of a sub-agent: the chat that asked for it. */
  readonly parentOf: (sessionKey: SessionKey) => Promise<SessionKey | null>;
  /** Keeps a picture beside the results of tools; the path of its file. */
  readonly saveImage: (bytes: Buffer, mediaType: string, sessionKey: SessionKey) => Promise<string>;
}
