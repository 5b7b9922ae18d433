import { createStore } from "zustand/vanilla";
import type { Job, JobDraft, JobId, JobView, Schedule } from "../../src-preload/contract/automations.ts";
import type { ContractError } from "../../src-preload/contract/errors.ts";
import type { Result } from "../../src-preload/contract/result.ts";
import type { AgentClient } from "../client/agent-client.ts";
import { createFolderChoice } from "./folder-choice.ts";
import type { Jobs } from "./jobs.ts";
import { createNamedThings } from "./named-things.ts";
import { createScheduleReader } from "./schedule-reader.ts";

/** What a person says of a job; the rest of one that is edited stays as it is. */
export interface JobFields extends Omit<JobDraft, "schedule"> {
  /** When, as it is typed; null: as the job that is edited has it. */
  readonly words: string | null;
}

export type LimitName = keyof Job["limits"];

const wanted = ["name", "prompt", "words"] as const;
type Wanted = (typeof wanted)[number];

interface JobFormState {
  /** The job that is edited; null for a new one. */
  readonly edited: Job | null;
  readonly fields: JobFields;
  /** What is still to be said, once that was tried without it. */
  readonly missing: readonly Wanted[];
  /** Limits that cannot be kept as they are typed. */
  readonly wrong: readonly LimitName[];
  /** Why it could not be kept, in words. */
  readonly refused: string | null;
  readonly isSaving: boolean;
}

const blank: JobFields = {
  name: "",
  kind: "task",
  prompt: "",
  words: "",
  workFolder: null,
  model: null,
  mode: null,
  overlap: "skip",
  missed: "catch-up",
  notify: "always",
  deliverTo: null,
  withHistory: false,
  retries: 1,
  limits: { maxIterations: null, maxTokens: null, maxDurationSeconds: null },
  profile: null,
  backOff: true,
};
const begun: JobFormState = {
  edited: null,
  fields: blank,
  missing: [],
  wrong: [],
  refused: null,
  isSaving: false,
};

/** A job that is made or changed, made as its form is opened. `id`: null for a new one; one that is gone is made anew. */
export function createJobForm(client: AgentClient, jobs: Pick<Jobs, "find" | "put">, id: JobId | null) {
  const view = id === null ? null : jobs.find(id);
  const store = createStore<JobFormState>(() =>
    view === null ? begun : { ...begun, edited: view.job, fields: fieldsOf(view.job) },
  );
  const reader = createScheduleReader(client);
  const chats = createNamedThings(client);
  const folder = createFolderChoice(client, async (workFolder) => {
    type({ workFolder });
    return null;
  });

  function type(part: Partial<JobFields>): void {
    const { fields, missing } = store.getState();
    const isStill = (name: Wanted): boolean => part[name] === undefined;
    store.setState({ fields: { ...fields, ...part }, missing: missing.filter(isStill), refused: null });
    if (typeof part.words === "string") void read(part.words);
  }

  function read(words: string): Promise<Schedule | null> {
    const schedule = store.getState().edited?.schedule;
    return reader.read(words, schedule?.kind === "cron" ? schedule.timezone : null);
  }

  /** Null where it is not sent, as the words or the folder cannot be used. */
  async function send(): Promise<Result<JobView, ContractError> | null> {
    const { edited, fields } = store.getState();
    const { words } = fields;
    const schedule = words === null ? edited?.schedule : await read(words);
    if (schedule === null || schedule === undefined || !(await folder.settled())) return null;
    const { words: _, ...draft } = store.getState().fields;
    if (edited === null) return client.request("job.add", { draft: { ...draft, schedule } });
    const change = { ...draft, ...(words === null ? {} : { schedule }) };
    return client.request("job.change", { id: edited.id, change });
  }

  void chats.loadChats();
  if (view !== null) reader.set({ kind: "ready", schedule: view.job.schedule, next: view.times });

  return {
    store,
    reader,
    folder,
    /** The chats that can be told what came of it. */
    chats,
    /** The agent profiles that can be used; none where they cannot be read. */
    async profiles(): Promise<readonly string[]> {
      const listed = await client.request("profile.list", {});
      return listed.ok ? listed.value.profiles.flatMap(({ name, problem }) => (problem === "" ? [name] : [])) : [];
    },
    type,
    /** `undefined`: what is typed is none. */
    limit(name: LimitName, value: number | null | undefined): void {
      const { fields, wrong } = store.getState();
      const others = wrong.filter((one) => one !== name);
      if (value === undefined) store.setState({ wrong: [...others, name] });
      else store.setState({ wrong: others, fields: { ...fields, limits: { ...fields.limits, [name]: value } } });
    },
    /** Keeps it; null where something is still to be said, or it could not be kept, which the state tells. */
    async save(): Promise<JobView | null> {
      const { fields, isSaving } = store.getState();
      if (isSaving) return null;
      const missing = wanted.filter((name) => fields[name]?.trim() === "");
      store.setState({ missing, refused: null });
      // A reminder takes nothing.
      if (missing.length > 0 || (fields.kind === "task" && store.getState().wrong.length > 0)) return null;
      store.setState({ isSaving: true });
      const kept = await send();
      store.setState({ isSaving: false, refused: kept?.ok === false ? kept.error.message : null });
      if (kept?.ok !== true) return null;
      jobs.put(kept.value);
      return kept.value;
    },
  };
}

function fieldsOf(job: Job): JobFields {
  const { name, kind, prompt, workFolder, model, mode, overlap, missed, notify, limits } = job;
  const { deliverTo, withHistory, retries, profile, backOff } = job;
  const said = { name, kind, prompt, workFolder, model, mode, overlap, missed, notify };
  return { ...said, deliverTo, withHistory, retries, profile, backOff, limits, words: null };
}

export type JobForm = ReturnType<typeof createJobForm>;
