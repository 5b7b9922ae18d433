import { createStore } from "zustand/vanilla";
import type { Heartbeat, HeartbeatSettings } from "./heartbeat.ts";

/** The settings of the heartbeat as they are typed. */
interface HeartbeatFields {
  readonly minutes: string;
  readonly from: string;
  readonly to: string;
  readonly cap: string;
  /** Null: the one of new chats. */
  readonly model: string | null;
  readonly onBattery: HeartbeatSettings["onBattery"];
}

type Checked = "minutes" | "from" | "to" | "cap";

interface HeartbeatFormState {
  readonly fields: HeartbeatFields;
  /** What cannot be kept as it is typed, once that was tried. */
  readonly wrong: readonly Checked[];
  /** Why it could not be kept, in words. */
  readonly refused: string | null;
  readonly isSaving: boolean;
}

const blank: HeartbeatFields = {
  minutes: "30",
  from: "08:00",
  to: "20:00",
  cap: "40000",
  model: null,
  onBattery: "run",
};
const midnight = "00:00";

/** The form of the heartbeat, made as it is opened. */
export function createHeartbeatForm(heartbeat: Pick<Heartbeat, "change" | "store">) {
  const { view } = heartbeat.store.getState();
  const fields = view.kind === "ready" ? fieldsOf(view.view.settings) : blank;
  const store = createStore<HeartbeatFormState>(() => ({ fields, wrong: [], refused: null, isSaving: false }));

  return {
    store,
    type(part: Partial<HeartbeatFields>): void {
      const { fields, wrong } = store.getState();
      const next = { ...fields, ...part };
      store.setState({ fields: next, wrong: wrong.filter((name) => part[name] === undefined), refused: null });
    },
    /** False where something is to be put right first, which the state tells. */
    async save(): Promise<boolean> {
      const { fields, isSaving } = store.getState();
      if (isSaving) return false;
      const wrong = wrongIn(fields);
      store.setState({ wrong, refused: null });
      if (wrong.length > 0) return false;
      store.setState({ isSaving: true });
      const { minutes, from, to, cap, model, onBattery } = fields;
      const activeHours = { from: timeOf(from) ?? midnight, to: timeOf(to) ?? midnight };
      const refused = await heartbeat.change({
        activeHours,
        model,
        onBattery,
        intervalMinutes: Number(minutes),
        dailyTokenCap: numberOf(cap),
      });
      store.setState({ isSaving: false, refused });
      return refused === null;
    },
  };
}

function fieldsOf({
  intervalMinutes,
  activeHours,
  dailyTokenCap,
  model,
  onBattery,
}: HeartbeatSettings): HeartbeatFields {
  const { from, to } = activeHours ?? { from: midnight, to: midnight };
  return { minutes: String(intervalMinutes), from, to, cap: String(dailyTokenCap), model, onBattery };
}

function wrongIn({ minutes, from, to, cap }: HeartbeatFields): readonly Checked[] {
  const isMinutes = /^\d+$/.test(minutes.trim()) && Number(minutes) >= 1 && Number(minutes) <= 1440;
  const tokens = numberOf(cap);
  const checks: Readonly<Record<Checked, boolean>> = {
    minutes: isMinutes,
    from: timeOf(from) !== null,
    to: timeOf(to) !== null,
    cap: Number.isSafeInteger(tokens) && tokens >= 1000,
  };
  return (["minutes", "from", "to", "cap"] as const).filter((name) => !checks[name]);
}

/** `40 000`, `40,000` and `40k` are forty thousand. */
function numberOf(typed: string): number {
  const plain = typed.trim().replaceAll(/[\s,._']/g, "");
  const read = /^(\d+)(k?)$/i.exec(plain);
  return read === null ? Number.NaN : Number(read[1]) * (read[2] === "" ? 1 : 1000);
}

/** `8`, `8:00` and `08:00` are eight o'clock; null for what is no time. */
function timeOf(typed: string): string | null {
  const read = /^(\d{1,2})(?::(\d{2}))?$/.exec(typed.trim());
  const hour = Number(read?.[1] ?? 24);
  const minute = Number(read?.[2] ?? 0);
  if (hour > 23 || minute > 59) return null;
  return `${String(hour).padStart(2, "0")}:${String(minute).padStart(2, "0")}`;
}
