import { createStore } from "zustand/vanilla";
import type { UndoSpace } from "../../src-preload/contract/changes.ts";
import type { Check, SandboxReport } from "../../src-preload/contract/system.ts";
import type { PathsReport } from "../../src-preload/contract/window.ts";
import type { AgentClient } from "../client/agent-client.ts";
import { text } from "../ui/text.ts";
import type { Agent } from "./agent.ts";
import { createCrossing } from "./crossing.ts";
import { type Load, loaded } from "./load.ts";
import { isDone, type Notify } from "./notices.ts";

export interface SystemState {
  /** Where everything lies. */
  readonly paths: Load<{ readonly paths: PathsReport }>;
  /** What the copies for undo take; null until it was told. */
  readonly undoSpace: UndoSpace | null;
  /** What the agent says of the proxy that is in force; "" until it has answered for the setting of now. */
  readonly proxyWords: string;
  /** Whether this computer can confine commands, in the agent's words; "" until it has answered. */
  readonly sandboxWords: string;
  /** Of the agent; null before it was told. */
  readonly version: string | null;
  readonly checkUp: CheckUp;
}

/** What the doctor says; it is asked by the person alone, since it also tests the model. */
type CheckUp =
  | { readonly kind: "none" }
  | { readonly kind: "on" }
  | { readonly kind: "failed"; readonly message: string }
  | { readonly kind: "done"; readonly checks: readonly Check[] };

/** The computer around the agent: where its files lie, what is opened there, and the way out of it. */
export function createSystem(client: AgentClient, agent: Agent, notify: Notify) {
  const store = createStore<SystemState>(() => ({
    paths: { kind: "loading" },
    undoSpace: null,
    proxyWords: "",
    sandboxWords: "",
    version: null,
    checkUp: { kind: "none" },
  }));
  const locating = createCrossing();
  const describing = createCrossing();

  async function loadPaths(): Promise<void> {
    const came = await locating.ask(() => client.request("system.paths", {}));
    if (came === null) return;
    store.setState({ paths: loaded(came.answer, (paths) => ({ paths })) });
  }

  async function describeProxy(): Promise<void> {
    store.setState({ proxyWords: "" });
    const came = await describing.ask(() => client.request("system.proxy", {}));
    if (came === null || !came.answer.ok) return;
    const { message, nextStep } = came.answer.value;
    const words = [message, nextStep ?? ""].join(" ").trim();
    store.setState({ proxyWords: words.charAt(0).toUpperCase() + words.slice(1) });
  }

  async function describeSandbox(): Promise<void> {
    const came = await client.request("sandbox.describe", {});
    if (came.ok) store.setState({ sandboxWords: wordsOfSandbox(came.value) });
  }

  async function loadVersion(): Promise<void> {
    const status = await client.request("system.status", {});
    if (status.ok) store.setState({ version: status.value.version });
  }

  async function loadUndoSpace(): Promise<void> {
    const space = await client.request("changes.space", {});
    if (space.ok) store.setState({ undoSpace: space.value });
  }

  async function open(target: string): Promise<void> {
    isDone(await client.request("system.open", { target }), notify);
  }

  const proxySetting = () => agent.store.getState().settings?.network.proxy ?? null;

  return {
    store,
    /** Where the person's own folder is, for every path that is shown. */
    async need(): Promise<void> {
      if (store.getState().paths.kind !== "ready") await loadPaths();
    },
    /** Opens a folder in the file manager, or an address in the browser. */
    open,
    /** Looks at everything that a chat needs. */
    async examine(): Promise<void> {
      store.setState({ checkUp: { kind: "on" } });
      const looked = await client.request("system.doctor", {});
      const checkUp: CheckUp = looked.ok
        ? { kind: "done", checks: looked.value.checks }
        : { kind: "failed", message: looked.error.message };
      store.setState({ checkUp });
    },
    async openLogs(): Promise<void> {
      const paths = await client.request("system.paths", {});
      if (isDone(paths, notify)) await open(paths.value.logs);
    },
    /** Tells all of it while a page shows it, the proxy anew with each change of its setting. Returns its end. */
    show(): () => void {
      void loadPaths();
      void describeProxy();
      void describeSandbox();
      void loadVersion();
      void loadUndoSpace();
      let described = proxySetting();
      return agent.store.subscribe(() => {
        if (proxySetting() === described) return;
        described = proxySetting();
        void describeProxy();
      });
    },
  };
}

function wordsOfSandbox(report: SandboxReport): string {
  if (report.kind === "ready") return text("settings.sandboxReady");
  return [report.reason, text("settings.sandboxAsks"), report.nextStep ?? ""].join(" ").trim();
}

export type System = ReturnType<typeof createSystem>;
