/** By the clock on the wall. */
export interface TimeOfDay {
  readonly hour: number;
  readonly minute: number;
}

const numbers = [
  ..."zero one two three four five six seven eight nine ten eleven twelve".split(" "),
  ..."thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty".split(" "),
];

const longDays = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];
const longMonths = [
  ..."january february march april may june july august september october november december".split(" "),
];

/** Names and their beginnings, as the fields of cron number them: 0 is Sunday, 1 January. */
export const dayNames: ReadonlyMap<string, number> = new Map(
  longDays.flatMap((name, day): [string, number][] => [
    [name, day],
    [name.slice(0, 3), day],
  ]),
);
export const monthNames: ReadonlyMap<string, number> = new Map(
  longMonths.flatMap((name, index): [string, number][] => [
    [name, index + 1],
    [name.slice(0, 3), index + 1],
  ]),
);

/** `20`, `twenty`, `a`, `half` is none; null for what is no whole number. */
export function takeNumber(word: string): number | null {
  if (/^\d{1,6}$/.test(word)) return Number(word);
  if (/^(a|an)$/.test(word)) return 1;
  if (word === "other") return 2;
  const at = numbers.indexOf(word);
  return at === -1 ? null : at;
}

/** `9`, `9:30`, `9.30`, `9 am`, `5 pm`, `nine`, `half past nine`, `quarter to six pm`, `noon`, `midnight`; null for what is none. */
export function takeTime(words: string): TimeOfDay | null {
  const said = words.trim().replace(/ o'?clock/, "");
  if (/^(noon|midday)$/.test(said)) return { hour: 12, minute: 0 };
  if (said === "midnight") return { hour: 0, minute: 0 };
  const found =
    /^(?:(half|quarter) (past|to) )?(\d{1,2}|[a-z]+)(?:[:.h](\d{2}))? ?(am|pm|a\.m|p\.m)?(?: in the (morning|afternoon|evening))?$/.exec(
      said,
    );
  if (found === null) return null;
  const [, part, direction, hours = "", minutes = "0", half, dayPart] = found;
  const hour = takeNumber(hours);
  if (hour === null) return null;
  const isLater = half?.startsWith("p") === true || dayPart === "afternoon" || dayPart === "evening";
  const isTwelve = half !== undefined || dayPart !== undefined;
  if (isTwelve && (hour < 1 || hour > 12)) return null;
  const whole = isTwelve ? (hour % 12) + (isLater ? 12 : 0) : hour;
  const away = part === "half" ? 30 : part === "quarter" ? 15 : 0;
  const sum = whole * 60 + Number(minutes) + (direction === "to" ? -away : away);
  if (whole > 23 || Number(minutes) > 59) return null;
  const inDay = (sum + 1440) % 1440;
  return { hour: Math.floor(inDay / 60), minute: inDay % 60 };
}
