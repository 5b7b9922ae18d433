import { createStore } from "zustand/vanilla";
import type { PerchEvent } from "../../src-preload/contract/events.ts";
import type { TranscriptionPlace, TranscriptionTest } from "../../src-preload/contract/transcription.ts";
import type { AgentClient } from "../client/agent-client.ts";
import { createCrossing } from "./crossing.ts";
import { type Load, loaded } from "./load.ts";

/** Of what is chosen now; another choice has another one. */
type SpeechTest =
  | { readonly kind: "none" }
  | { readonly kind: "on" }
  | { readonly kind: "untold"; readonly message: string }
  | TranscriptionTest;

interface TranscriptionState {
  readonly place: Load<{ readonly chosen: TranscriptionPlace }>;
  readonly test: SpeechTest;
  /** Well-known models of speech, as `provider/model`. */
  readonly models: readonly string[];
}

/** Where speech is put into words, for the page on which that is chosen. */
export function createTranscription(client: AgentClient) {
  const store = createStore<TranscriptionState>(() => ({
    place: { kind: "loading" },
    test: { kind: "none" },
    models: [],
  }));
  const crossing = createCrossing();
  let isNeeded = false;

  async function load(): Promise<void> {
    isNeeded = true;
    const came = await crossing.ask(() => client.request("transcription.describe", {}));
    if (came === null) return;
    const before = chosenId(store.getState().place);
    const place = loaded(came.answer, (chosen) => ({ chosen }));
    const isSame = chosenId(place) === before;
    store.setState(isSame ? { place } : { place, test: { kind: "none" } });
  }

  return {
    store,
    load,
    /** Reads what its page shows. */
    async open(): Promise<void> {
      const [listed] = await Promise.all([client.request("transcription.models", {}), load()]);
      if (listed.ok) store.setState({ models: listed.value.models });
    },
    async reset(): Promise<void> {
      if (isNeeded) await load();
    },
    async test(): Promise<void> {
      store.setState({ test: { kind: "on" } });
      const tested = await client.request("transcription.test", {});
      if (store.getState().test.kind !== "on") return;
      store.setState({ test: tested.ok ? tested.value : { kind: "untold", message: tested.error.message } });
    },
    apply(events: readonly PerchEvent[]): void {
      if (isNeeded && events.some(({ type }) => type === "settings-changed")) void load();
    },
  };
}

export type Transcription = ReturnType<typeof createTranscription>;

function chosenId(place: TranscriptionState["place"]): string {
  return place.kind === "ready" && place.chosen.kind === "ready"
    ? `${place.chosen.modelId} ${place.chosen.address}`
    : place.kind;
}
