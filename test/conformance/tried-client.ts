import { createCore } from "../../src-main/assistant/core.ts";
import { createMcpFeature } from "../../src-main/assistant/mcp-feature.ts";
import type { McpServers } from "../../src-main/mcp/mcp-servers.ts";
import { nodeFileSystem } from "../../src-main/storage/file-system.ts";
import type { RemoteTool } from "../../src-main/tools/remote-tool.ts";
import { contractError } from "../../src-preload/contract/errors.ts";
import { initialValues } from "../../src-preload/contract/mcp-ask-values.ts";
import type { McpAsk } from "../../src-preload/contract/mcp-asks.ts";
import { fail } from "../../src-preload/contract/result.ts";
import { remoteCall } from "../support/mcp/remote-call.ts";
import { noSandbox } from "../support/no-sandbox.ts";
import { createTestHome } from "../support/test-home.ts";
import { argumentsFor, oauthOf, type Scenario } from "./scenario.ts";

/** A person does not sign in without end either. */
const mostSignIns = 3;
const name = "tested";

/** Signs in as a person would whose browser needs no password: the page sends it straight back. */
async function visit(page: string): Promise<void> {
  const sent = await fetch(page, { redirect: "manual" });
  const back = sent.headers.get("location");
  if (back !== null) await (await fetch(back)).text();
}

/** False where signing in came to nothing. */
async function signIn({ servers, say }: Session): Promise<boolean> {
  const begun = await servers.signing.begin({ name, isOpened: true });
  if (!begun.ok) {
    say(begun.error.message);
    return false;
  }
  for (;;) {
    const opened = await servers.open(name);
    const state = opened.ok ? opened.value.server.signIn?.state : "denied";
    if (state !== "signing-in") {
      if (opened.ok) say(opened.value.server.signIn?.reason ?? "signed in");
      return state === "signed-in";
    }
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** A form is sent as it is filled in at first. */
function takeAsItStands({ id, asked }: McpAsk, { desk }: Pick<ReturnType<typeof createMcpFeature>, "desk">): void {
  const initial = Object.entries(asked.kind === "form" ? initialValues(asked.fields) : {});
  const values = Object.fromEntries(
    initial.map(([name, value]) => [name, typeof value === "object" ? [...value] : value]),
  );
  desk.answer({ id, action: "accept", values });
}

interface Session {
  readonly servers: McpServers;
  /** What it does, in words. */
  readonly say: (words: string) => void;
  signIns: number;
}

async function connect(session: Session): Promise<boolean> {
  for (;;) {
    const opened = await session.servers.restart(name);
    if (!opened.ok) throw new Error(opened.error.message);
    const { state, problem, signIn: row } = opened.value.server;
    if (state === "ready") return true;
    session.say(problem?.message ?? state);
    if (row === null || session.signIns === mostSignIns) return false;
    session.signIns += 1;
    if (!(await signIn(session))) return false;
  }
}

/** Once more after each time that the person had to sign in for it. */
async function call(session: Session, tool: RemoteTool, args: Readonly<Record<string, unknown>>): Promise<void> {
  for (;;) {
    const { signal } = new AbortController();
    const result = await tool.call({ ...args }, remoteCall({ signal }));
    session.say(result.kind === "failed" ? `${tool.title}: ${result.message}` : tool.title);
    const opened = await session.servers.open(name);
    const row = opened.ok ? opened.value.server.signIn : null;
    const isWanted = row !== null && row.state !== "signed-in";
    if (result.kind !== "failed" || !isWanted || session.signIns === mostSignIns) return;
    session.signIns += 1;
    if (!(await signIn(session))) return;
  }
}

/**
 * What Perch does with a server that somebody has put into its settings: connects, signs in where that is wanted, and calls its
 * tools. False where it could not be connected.
 */
export async function tryServer({ url, scenario, context }: Scenario, say: (words: string) => void): Promise<boolean> {
  await using home = await createTestHome();
  const oauth = oauthOf(scenario, context);
  await home.config({ tools: { mcpServers: { [name]: { url, oauth } } } });
  const host = { ...home.host, openExternal: visit };
  const core = createCore(host, { version: "1.0.0", files: nodeFileSystem });
  const sessions = { view: async () => fail(contractError("not-found", "No chat is on.")) };
  await using feature = createMcpFeature(core, { tokensOf: (text) => text.length, sandbox: noSandbox, sessions });
  const asked = core.events.subscribe(["mcp"], (delivery) => {
    if (delivery.kind === "event" && delivery.event.type === "ask-opened") takeAsItStands(delivery.event.ask, feature);
  });
  asked.start();
  const session: Session = { servers: await feature.servers.load(), say, signIns: 0 };
  if (!(await connect(session))) return false;
  const tools = session.servers.tools();
  const calls = context.toolCalls ?? tools.map((tool) => ({ name: tool.title, arguments: argumentsFor(tool, tools) }));
  for (const wanted of calls) {
    const tool = tools.find((one) => one.title === wanted.name || one.id.endsWith(wanted.name));
    if (tool !== undefined) await call(session, tool, wanted.arguments);
  }
  return true;
}
