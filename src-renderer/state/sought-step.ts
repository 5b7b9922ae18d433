import { createStore } from "zustand/vanilla";

export interface SoughtStep {
  /** Null while none is. */
  readonly callId: string | null;
  /** Rises each time that one is. */
  readonly asked: number;
}

/** The step that somebody wants to see in the transcript: it is brought into sight, open. */
export function createSoughtStep() {
  const store = createStore<SoughtStep>(() => ({ callId: null, asked: 0 }));
  return {
    store,
    seek: (callId: string): void => store.setState({ callId, asked: store.getState().asked + 1 }),
  };
}

export type SoughtStepControl = ReturnType<typeof createSoughtStep>;
