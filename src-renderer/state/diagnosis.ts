import { createStore } from "zustand/vanilla";
import type { DiagnosisFile, DiagnosisName } from "../../src-preload/contract/diagnosis.ts";
import type { AgentClient } from "../client/agent-client.ts";
import { type Load, loaded } from "./load.ts";

interface DiagnosisState {
  readonly files: Load<{ readonly files: readonly DiagnosisFile[] }>;
  /** What is left out. */
  readonly left: readonly DiagnosisName[];
  /** What was looked at, as it would be written. */
  readonly read: Readonly<Partial<Record<DiagnosisName, Load<{ readonly text: string }>>>>;
  readonly isMaking: boolean;
  readonly problem: string | null;
}

const nothing: DiagnosisState = { files: { kind: "loading" }, left: [], read: {}, isMaking: false, problem: null };

/** Diagnostics for a report: what goes in, and the zip of it. */
export function createDiagnosis(client: AgentClient) {
  const store = createStore<DiagnosisState>(() => nothing);
  const setRead = (name: DiagnosisName, read: Load<{ readonly text: string }>): void =>
    store.setState((state) => ({ read: { ...state.read, [name]: read } }));
  return {
    store,
    /** Anew each time that it is opened. */
    async load(): Promise<void> {
      store.setState({ ...nothing, left: store.getState().left });
      const listed = await client.request("diagnosis.list", {});
      store.setState({ files: loaded(listed, ({ files }) => ({ files })) });
    },
    include(name: DiagnosisName, isIn: boolean): void {
      const others = store.getState().left.filter((one) => one !== name);
      store.setState({ left: isIn ? others : [...others, name] });
    },
    async look(name: DiagnosisName): Promise<void> {
      setRead(name, { kind: "loading" });
      setRead(
        name,
        loaded(await client.request("diagnosis.read", { name }), ({ text }) => ({ text })),
      );
    },
    /** Null where it could not be made; the state says why. */
    async make(): Promise<{ readonly name: string; readonly content: Blob } | null> {
      const { files, left } = store.getState();
      if (files.kind !== "ready") return null;
      const names = files.files.map(({ name }) => name).filter((name) => !left.includes(name));
      store.setState({ isMaking: true, problem: null });
      const made = await client.request("diagnosis.make", { names });
      store.setState({ isMaking: false, problem: made.ok ? null : made.error.message });
      if (!made.ok) return null;
      const bytes = Uint8Array.from(atob(made.value.base64), (letter) => letter.charCodeAt(0));
      return { name: made.value.name, content: new Blob([bytes], { type: "application/zip" }) };
    },
  };
}

export type Diagnosis = ReturnType<typeof createDiagnosis>;
