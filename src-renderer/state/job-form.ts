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
export interface JobFields extends Omit<JobDraft, "limits" | "schedule"> {
  /** What one run may take, as it is typed; "": as the settings say. */
  readonly limits: TypedLimits;
  /** When, as it is typed; null: as the job that is edited has it. */
  readonly words: string | null;
}

/** In whole numbers; the time in minutes. */
type TypedLimits = Readonly<Record<LimitName, string>>;
export type LimitName = "iterations" | "tokens" | "minutes";

const wanted = ["name", "prompt", "words"] as const;
type Wanted = (typeof wanted)[number];

interface JobFormState {
  /** The job that is edited; null for a new one. */
  readonly edited: Job | null;
  readonly fields: JobFields;
  /** What is still to be said, once that was tried without it. */
  readonly missing: readonly Wanted[];
  /** Limits that cannot be kept as they are typed, once that was tried. */
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
  limits: { iterations: "", tokens: "", minutes: "" },
  profile: null,
  backOff: true,
};
const closed: JobFormState = {
  edited: null,
  fields: blank,
  missing: [],
  wrong: [],
  refused: null,
  isSaving: false,
};

/** A job that is made or changed, while its form is open. */
export function createJobForm(client: AgentClient, jobs: Pick<Jobs, "find" | "put">) {
  const store = createStore<JobFormState>(() => closed);
  const reader = createScheduleReader(client);
  const chats = createNamedThings(client);
  const folder = createFolderChoice(client, async (workFolder) => {
    type({ workFolder });
    return null;
  });

  function type(part: Partial<JobFields>): void {
    const { fields, missing, wrong } = store.getState();
    const isStill = (name: Wanted): boolean => part[name] === undefined;
    store.setState({ fields: { ...fields, ...part }, missing: missing.filter(isStill), refused: null });
    if (part.limits !== undefined)
      store.setState({ wrong: wrong.filter((name) => wrongIn(part.limits).includes(name)) });
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
    const { words: _, limits: typed, ...said } = store.getState().fields;
    const draft = { ...said, limits: limitsOf(typed) };
    if (edited === null) return client.request("job.add", { draft: { ...draft, schedule } });
    const change = { ...draft, ...(words === null ? {} : { schedule }) };
    return client.request("job.change", { id: edited.id, change });
  }

  function begin(id: JobId | null): void {
    const view = id === null ? null : jobs.find(id);
    folder.drop();
    void chats.loadChats();
    reader.set(view === null ? null : { kind: "ready", schedule: view.job.schedule, next: view.times });
    store.setState(view === null ? closed : { ...closed, edited: view.job, fields: fieldsOf(view.job) }, true);
  }

  return {
    store,
    reader,
    folder,
    /** The chats that can be told what came of it. */
    chats,
    /** The agent profiles that there are; none where there is nothing to choose. */
    profiles: async (): Promise<readonly string[]> => [],
    type,
    /** Null for a new one; one that is gone is made anew. */
    begin,
    end: (): void => begin(null),
    /** Keeps it; null where something is still to be said, or it could not be kept, which the state tells. */
    async save(): Promise<JobView | null> {
      const { fields, isSaving } = store.getState();
      if (isSaving) return null;
      const missing = wanted.filter((name) => fields[name]?.trim() === "");
      const wrong = fields.kind === "task" ? wrongIn(fields.limits) : [];
      store.setState({ missing, wrong, refused: null });
      if (missing.length + wrong.length > 0) return null;
      store.setState({ isSaving: true });
      const kept = await send();
      store.setState({ isSaving: false, refused: kept?.ok === false ? kept.error.message : null });
      if (kept?.ok !== true) return null;
      jobs.put(kept.value);
      return kept.value;
    },
  };
}

function fieldsOf({ limits, ...job }: Job): JobFields {
  const { name, kind, prompt, workFolder, model, mode, overlap, missed, notify } = job;
  const { deliverTo, withHistory, retries, profile, backOff } = job;
  const said = { name, kind, prompt, workFolder, model, mode, overlap, missed, notify };
  const typed = {
    iterations: numberWords(limits.maxIterations),
    tokens: numberWords(limits.maxTokens),
    minutes: numberWords(limits.maxDurationSeconds === null ? null : limits.maxDurationSeconds / 60),
  };
  return { ...said, deliverTo, withHistory, retries, profile, backOff, limits: typed, words: null };
}

function numberWords(number: number | null): string {
  return number === null ? "" : String(Number(number.toFixed(2)));
}

/** The least and the most of each, as the agent takes them. */
const bounds: Readonly<Record<LimitName, readonly [number, number]>> = {
  iterations: [1, 1000],
  tokens: [1000, 100_000_000],
  minutes: [1 / 60, 1440],
};

/** "18,000" and "18 000" are what people type for 18000. */
function numberOf(words: string): number | null {
  const plain = words.replaceAll(/[\s,_']/g, "");
  return plain === "" ? null : Number(plain);
}

function wrongIn(limits: TypedLimits = blank.limits): readonly LimitName[] {
  return (Object.keys(bounds) as LimitName[]).filter((name) => {
    const [least, most] = bounds[name];
    const number = numberOf(limits[name]);
    const isWhole = name === "minutes" || Number.isInteger(number);
    return number !== null && !(isWhole && number >= least && number <= most);
  });
}

function limitsOf({ iterations, tokens, minutes }: TypedLimits): JobDraft["limits"] {
  const time = numberOf(minutes);
  return {
    maxIterations: numberOf(iterations),
    maxTokens: numberOf(tokens),
    maxDurationSeconds: time === null ? null : Math.round(time * 60),
  };
}

export type JobForm = ReturnType<typeof createJobForm>;
