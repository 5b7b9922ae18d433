import type { StoreApi } from "zustand/vanilla";
import type { ContractError } from "../../src-preload/contract/errors.ts";
import type { McpTool } from "../../src-preload/contract/mcp.ts";
import type { AsyncResult, Result } from "../../src-preload/contract/result.ts";
import type { RouteCall, RouteOutput } from "../../src-preload/contract/routes.ts";
import type { AgentClient } from "../client/agent-client.ts";
import type { createServerReader, createServerRows } from "./mcp-reader.ts";
import type { McpBusy, McpServersState } from "./mcp-state.ts";

/** What is wrong, in words; null where nothing is. */
function problemOf(result: Result<unknown, ContractError>): string | null {
  return result.ok ? null : result.error.message;
}

/** The last choice of tools that is on its way, by server. */
export type Choices = Map<string, Promise<string | null>>;

interface Acts {
  readonly client: AgentClient;
  readonly store: StoreApi<McpServersState>;
  readonly rows: ReturnType<typeof createServerRows>;
  readonly reader: ReturnType<typeof createServerReader>;
  readonly choosing: Choices;
}

/** What a person does with the servers. */
export function createServerActs({ client, store, rows, reader, choosing }: Acts) {
  async function whileBusy<Value>(name: string, busy: McpBusy, act: () => Promise<Value>): Promise<Value> {
    store.setState((state) => ({ busy: { ...state.busy, [name]: busy } }));
    const value = await act();
    store.setState(({ busy: { [name]: _, ...rest } }) => ({ busy: rest }));
    return value;
  }

  async function save(change: RouteCall<"mcp.save">): AsyncResult<RouteOutput<"mcp.save">> {
    const saved = await whileBusy(change.name, "save", () => client.request("mcp.save", change));
    if (!saved.ok) return saved;
    rows.put(saved.value.server);
    if (rows.isOpened(change.name)) await reader.open(change.name);
    return saved;
  }

  /** What the server's row says after it; null where nothing is wrong. */
  async function signing(name: string, ask: () => AsyncResult<RouteOutput<"mcp.signIn">>): Promise<string | null> {
    const told = await whileBusy(name, "sign-in", ask);
    if (told.ok) rows.put(told.value.server);
    return problemOf(told);
  }

  return {
    save,
    /** Begins to sign in: the row has the address of the page then. `isOpened`: in the browser of the agent's computer. */
    signIn: (name: string, isOpened: boolean) => signing(name, () => client.request("mcp.signIn", { name, isOpened })),
    /** By the address where a browser on another computer ended. */
    finishSignIn: (name: string, address: string) =>
      signing(name, () => client.request("mcp.finishSignIn", { name, address })),
    cancelSignIn: (name: string) => signing(name, () => client.request("mcp.cancelSignIn", { name })),
    signOut: (name: string) => signing(name, () => client.request("mcp.signOut", { name })),
    /** What a page or another app says of a server; nothing is kept or started. */
    readDrafts: (text: string) => client.request("mcp.read", { text }),
    /** Ends it and starts it anew. */
    restart: (name: string) =>
      whileBusy(name, "restart", () => reader.readWith(name, () => client.request("mcp.restart", { name }))),
    /** Its tools are as they should be. */
    accept: (name: string) =>
      whileBusy(name, "save", () => reader.readWith(name, () => client.request("mcp.accept", { name }))),
    /** Whether these tools, as they are shown, run without asking. */
    allow: (name: string, tools: readonly McpTool[], isAllowed: boolean) => {
      const seen = tools.map((tool) => ({ name: tool.name, fingerprint: tool.fingerprint }));
      const ask = () => client.request("mcp.allow", { name, tools: seen, isAllowed });
      return whileBusy(name, "save", () => reader.readWith(name, ask));
    },
    /** What a command would reach; nothing is kept or started. */
    outlook: (command: string, args: readonly string[]) => client.request("mcp.outlook", { command, args: [...args] }),
    /** Lets it reach one more host, and starts it anew. */
    allowHost: (name: string, host: string) =>
      whileBusy(name, "save", () => reader.readWith(name, () => client.request("mcp.allowHost", { name, host }))),
    switchTo: async (name: string, isOn: boolean) => problemOf(await save({ name, isOn })),
    /** The values of variables or headers: null for one that stays as it is. */
    saveValues: (name: string, values: Readonly<Record<string, string | null>>) =>
      save({ name, values: { ...values } }),
    chooseTool: createToolChoice({ client, rows, reader, choosing }),
    async remove(name: string): Promise<string | null> {
      const removed = await whileBusy(name, "save", () => client.request("mcp.remove", { name }));
      if (removed.ok) reader.drop(name);
      return problemOf(removed);
    },
  };
}

/** Whether chats are offered one of a server's tools. Shown at once, and sent one after the other. */
function createToolChoice({ client, rows, reader, choosing }: Omit<Acts, "store">) {
  /** The tools that are chosen now; null for all. */
  async function send(name: string): Promise<string | null> {
    const { tools } = rows.detailOf(name);
    const chosen = tools.filter((one) => one.isEnabled).map((one) => one.name);
    const enabledTools = chosen.length === tools.length ? null : chosen;
    return problemOf(await client.request("mcp.save", { name, enabledTools }));
  }
  return async (name: string, tool: string, isEnabled: boolean): Promise<string | null> => {
    const tools = rows.detailOf(name).tools.map((one) => (one.name === tool ? { ...one, isEnabled } : one));
    rows.setDetail(name, { tools });
    const own = (choosing.get(name) ?? Promise.resolve(null)).then(() => send(name));
    choosing.set(name, own);
    const problem = await own;
    if (choosing.get(name) === own) {
      choosing.delete(name);
      await reader.read(name);
    }
    return problem;
  };
}
