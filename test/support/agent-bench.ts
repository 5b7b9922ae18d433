import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Assistant, AssistantOptions } from "../../src-main/assistant.ts";
import type { Connection } from "../../src-preload/contract/connection.ts";
import type { PerchEvent } from "../../src-preload/contract/events.ts";
import { type SessionKey, sessionKeySchema } from "../../src-preload/contract/ids.ts";
import type { Message } from "../../src-preload/contract/records.ts";
import type { SendReceipt } from "../../src-preload/contract/route-outputs.ts";
import type { RouteCall } from "../../src-preload/contract/routes.ts";
import {
  type EndpointOptions,
  type Script,
  type ScriptedEndpoint,
  startScriptedEndpoint,
} from "./scripted-endpoint.ts";
import {
  createTestHome,
  endpointSettings,
  type Recorded,
  record,
  type TestHome,
  terminal,
  value,
} from "./test-home.ts";

type RunEndEvent = Extract<PerchEvent, { type: "run-end" }>;

/** The real core, a scripted model and one client: what a behaviour of the loop is tested on. */
export interface AgentBench extends AsyncDisposable {
  readonly home: TestHome;
  readonly endpoint: ScriptedEndpoint;
  readonly assistant: Assistant;
  readonly client: Connection;
  readonly seen: Recorded;
  readonly key: SessionKey;
  send(text: string, more?: Partial<RouteCall<"chat.send">>): Promise<SendReceipt>;
  /** Sends and waits for the end of the run that it starts. */
  ask(text: string, more?: Partial<RouteCall<"chat.send">>): Promise<RunEndEvent>;
  endOf(runId: string): Promise<RunEndEvent>;
  write(name: string, content: string): Promise<void>;
  read(name: string): Promise<string>;
  /** Every message of the session's active branch. */
  messages(): Promise<readonly Message[]>;
}

export interface BenchOptions {
  /** Changes to agents.defaults. */
  readonly defaults?: object;
  /** More of config.json. */
  readonly settings?: object;
  readonly options?: Partial<AssistantOptions>;
  readonly session?: string;
  /** Whose settings point at the endpoint; `custom` unless it is named. */
  readonly provider?: string;
  readonly endpointOptions?: EndpointOptions;
  /** The person has said that they trust the work folder. */
  readonly isTrusted?: boolean;
  /** More of the environment. */
  readonly env?: Readonly<Record<string, string>>;
}

export async function createAgentBench(
  script: Script,
  {
    defaults = {},
    settings = {},
    options = {},
    session = "cli:direct",
    provider,
    endpointOptions,
    isTrusted = false,
    env,
  }: BenchOptions = {},
): Promise<AgentBench> {
  const home = await createTestHome(env);
  const endpoint = await startScriptedEndpoint(script, endpointOptions);
  await home.config({ ...endpointSettings(endpoint.baseUrl, defaults, provider), ...settings });
  if (isTrusted) await writeFile(join(home.home, "trust.json"), JSON.stringify({ folders: [home.work] }));
  const assistant = home.open(options);
  const client = assistant.connect(terminal);
  const seen = await record(client);
  const key = sessionKeySchema.parse(session);
  const bench: AgentBench = {
    home,
    endpoint,
    assistant,
    client,
    seen,
    key,
    async send(text, more = {}) {
      return value(await client.request("chat.send", { sessionKey: key, text, workFolder: home.work, ...more }));
    },
    async ask(text, more) {
      const receipt = await bench.send(text, more);
      if (receipt.kind !== "started") throw new Error(`the message was ${receipt.kind}`);
      return bench.endOf(receipt.runId);
    },
    endOf: (runId) => seen.until("run-end", (event) => event.runId === runId),
    write: (name, content) => writeFile(join(home.work, name), content),
    read: (name) => readFile(join(home.work, name), "utf8"),
    async messages() {
      const detail = value(await client.request("session.open", { sessionKey: key, limit: 200 }));
      return detail.page.messages.map((row) => row.message);
    },
    async [Symbol.asyncDispose]() {
      await home[Symbol.asyncDispose]();
      await endpoint.close();
    },
  };
  return bench;
}

/** A promise that the test settles by hand. */
export function gate(): { readonly opened: Promise<void>; open(): void } {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open: () => open() };
}
