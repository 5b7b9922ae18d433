import { createStore } from "zustand/vanilla";
import type { Part } from "../../src-preload/contract/about.ts";
import type { AgentClient } from "../client/agent-client.ts";
import { createCrossing } from "./crossing.ts";
import { type Load, loaded } from "./load.ts";

export interface AboutState {
  readonly parts: Load<{ readonly parts: readonly Part[] }>;
  /** Texts of licences that were asked for, by `partKey`. */
  readonly texts: Readonly<Record<string, Load<{ readonly text: string }>>>;
}

export function partKey({ name, version }: Pick<Part, "name" | "version">): string {
  return `${name} ${version}`.trim();
}

/** What Perch is made of beside its own code, for whoever wants to see it. */
export function createAbout(client: AgentClient) {
  const store = createStore<AboutState>(() => ({ parts: { kind: "loading" }, texts: {} }));
  const crossing = createCrossing();
  const keep = (key: string, text: AboutState["texts"][string]): void =>
    store.setState(({ texts }) => ({ texts: { ...texts, [key]: text } }));

  return {
    store,
    async load(): Promise<void> {
      const came = await crossing.ask(() => client.request("about.parts", {}));
      if (came !== null) store.setState({ parts: loaded(came.answer, ({ parts }) => ({ parts })) });
    },
    async loadText({ name, version }: Part): Promise<void> {
      const key = partKey({ name, version });
      if (store.getState().texts[key]?.kind === "ready") return;
      keep(key, { kind: "loading" });
      const answer = await client.request("about.licence", { name, version });
      keep(
        key,
        loaded(answer, ({ text }) => ({ text })),
      );
    },
  };
}

export type About = ReturnType<typeof createAbout>;

/** Those whose name or licence has these words in it. */
export function matchingParts(parts: readonly Part[], query: string): readonly Part[] {
  const sought = query.trim().toLowerCase();
  return parts.filter((part) => `${partKey(part)} ${part.licence}`.toLowerCase().includes(sought));
}
