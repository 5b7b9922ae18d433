/*
 * What a platform lends the core. Nothing in the core reads the clock, the environment or the machine in any other
 * way, so that a run can be replayed in a test.
 */

/** Where secrets are kept: the system's key store, or a file, with the reason why not there. */
export type SecretStorage =
  | { readonly kind: "key-store" }
  | { readonly kind: "file"; readonly path: string; readonly reason: string };

export interface SecretStore {
  /** The secret kept under this name, or null. */
  get(name: string): Promise<string | null>;
  /** Where the secret of this name is kept; null where there is none. */
  placeOf(name: string): Promise<SecretStorage["kind"] | null>;
  set(name: string, value: string): Promise<void>;
  remove(name: string): Promise<void>;
  /** Where one that is set now would be kept. */
  where(): Promise<SecretStorage>;
  /** Every secret of the file, also those that nothing names any more: a tool could read them. */
  inFile(): Promise<readonly string[]>;
}

export type LogLevel = "debug" | "info" | "warn" | "error";
/** Facts go in `data`; secrets never do. */
export type Log = (level: LogLevel, message: string, data?: Readonly<Record<string, unknown>>) => void;

export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Milliseconds that only ever rise, for durations. */
  monotonic(): number;
  /** Calls back once after `ms`; disposing cancels. */
  setTimer(ms: number, callback: () => void): Disposable;
}

interface HostPaths {
  /** PERCH_HOME. */
  readonly home: string;
  /** The folder of `workspace/`, `prompt/`, `tray/`: data that comes with the app. */
  readonly resources: string;
  /** The script of the database's worker thread: TypeScript from the sources, JavaScript when built. */
  readonly databaseWorker: URL;
  /** The script of the thread that reads a PDF. */
  readonly pdfWorker: URL;
  /** The script of the process that holds the sandbox runtime. */
  readonly sandboxHost: URL;
  /** The script of the thread that reads a page of the web. */
  readonly pageWorker: URL;
  /** The list that the build makes of whose code is in it; it is not there before. */
  readonly parts: string;
  /** The user's own home folder, for `~`. */
  readonly userHome: string;
  /** The program of Node that runs Perch; null where it is none that others could be started with. */
  readonly node: string | null;
}

/** What a calendar and a clock on the wall show. */
export interface LocalTime {
  readonly year: number;
  /** 1 in January. */
  readonly month: number;
  readonly day: number;
  /** 0 on Sunday. */
  readonly weekday: number;
  readonly hour: number;
  readonly minute: number;
}

export interface ScriptRequest {
  /** A script of ours. */
  readonly script: URL;
  readonly arguments: readonly string[];
  /** Its current folder. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  readonly onMessage: (message: unknown) => void;
  /** Told once, with what it wrote to stderr last. */
  readonly onExit: (lastWords: string) => void;
}

/** A script in a process of its own, spoken to in messages; it has the other end of the line from `processes/script-line.ts`. */
export interface ScriptProcess {
  send(message: object): void;
  /** Tells it to end and waits until it has; after the patience it is killed. */
  end(patienceMs: number): Promise<void>;
}

export interface Host extends Clock {
  readonly paths: HostPaths;
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** IANA name, e.g. `Europe/Paris`. */
  readonly timezone: string;
  /** A moment in `timezone`. */
  localTime(time: number): LocalTime;
  readonly pid: number;
  readonly log: Log;
  readonly secrets: SecretStore;
  /** A new unique text of letters and digits; later ones sort after earlier ones. */
  createId(): string;
  /** Whether the computer runs on its battery; null where nothing tells it. */
  onBattery(): Promise<boolean | null>;
  /** From 0 up to but without 1. */
  random(): number;
  openExternal(url: string): Promise<void>;
  /** Should this process end in whatever way, the script ends too. */
  startScript(request: ScriptRequest): ScriptProcess;
}
