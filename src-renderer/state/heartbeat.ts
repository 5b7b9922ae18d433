import { createStore } from "zustand/vanilla";
import type { PerchEvent } from "../../src-preload/contract/events.ts";
import type { HeartbeatView } from "../../src-preload/contract/heartbeat.ts";
import type { AgentClient } from "../client/agent-client.ts";
import type { Agent } from "./agent.ts";
import { createCrossing } from "./crossing.ts";
import { type Load, loaded } from "./load.ts";
import { isDone, type Notify } from "./notices.ts";

export type HeartbeatSettings = HeartbeatView["settings"];

interface HeartbeatState {
  readonly view: Load<{ readonly view: HeartbeatView }>;
  /** Something of it is on its way to the agent. */
  readonly isBusy: boolean;
  /** The person is told what it costs, and asked whether it is switched on. */
  readonly isAsked: boolean;
}

/** What a person changes of it; `activeHours` whole. */
export type HeartbeatChange = Partial<
  Pick<HeartbeatSettings, "dailyTokenCap" | "intervalMinutes" | "model" | "onBattery">
> & { readonly activeHours?: { readonly from: string; readonly to: string } };

/** The heartbeat: read while its page shows it. */
export function createHeartbeat(client: AgentClient, agent: Pick<Agent, "update">, notify: Notify) {
  const store = createStore<HeartbeatState>(() => ({ view: { kind: "loading" }, isBusy: false, isAsked: false }));
  const reading = createCrossing();
  let isShown = false;

  async function load(): Promise<void> {
    const came = await reading.ask(() => client.request("heartbeat.describe", {}));
    if (came !== null) store.setState({ view: loaded(came.answer, (view) => ({ view })) });
  }

  /** One thing at a time; a second press does nothing. */
  async function once(act: () => Promise<void>): Promise<void> {
    if (store.getState().isBusy) return;
    store.setState({ isBusy: true });
    await act();
    store.setState({ isBusy: false });
  }

  async function change(patch: HeartbeatChange | { readonly enabled: boolean }): Promise<string | null> {
    const refused = await agent.update({ heartbeat: patch });
    if (refused === null) await load();
    return refused;
  }

  const switchTo = (enabled: boolean): Promise<void> =>
    once(async () => {
      const refused = await change({ enabled });
      if (refused !== null) notify(refused, "failed");
    });

  return {
    store,
    load,
    /** The page is there; answers what ends it. */
    show(): () => void {
      isShown = true;
      void load();
      return () => {
        isShown = false;
        store.setState({ isAsked: false });
      };
    },
    /** Before it is switched on the person sees what it costs. */
    ask: (isAsked: boolean): void => store.setState({ isAsked }),
    async switchOn(): Promise<void> {
      store.setState({ isAsked: false });
      await switchTo(true);
    },
    switchOff: (): Promise<void> => switchTo(false),
    run: (): Promise<void> =>
      once(async () => {
        isDone(await client.request("heartbeat.run", {}), notify);
        await load();
      }),
    /** What is wrong with it, in words; null where it is kept. */
    change: (patch: HeartbeatChange): Promise<string | null> => change(patch),
    apply(events: readonly PerchEvent[]): void {
      const isOther = events.some(
        ({ topic, type }) =>
          topic === "heartbeat" ||
          type === "settings-changed" ||
          type === "approval-request" ||
          type === "approval-decision",
      );
      if (isShown && isOther) void load();
    },
    async reset(): Promise<void> {
      if (isShown) await load();
    },
  };
}

export type Heartbeat = ReturnType<typeof createHeartbeat>;
