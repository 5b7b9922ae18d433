import { parseArgs } from "node:util";
import { fail, ok, type Result } from "../../src-preload/contract/result.ts";
import { text } from "../words.ts";
import { wrongOption } from "./wrong-option.ts";

const acts = ["remove", "pause", "resume", "try", "run"] as const;
type Act = (typeof acts)[number];

/** What follows `perch cron`. */
export type CronCall =
  | { readonly kind: "list"; readonly json: boolean }
  /** Every job, or whatever runs by itself, for so long (milliseconds); null: until it is resumed. */
  | { readonly kind: "pause-all"; readonly forMs: number | null; readonly json: boolean }
  | { readonly kind: "resume-all"; readonly json: boolean }
  | { readonly kind: Act; readonly id: string; readonly json: boolean }
  | {
      readonly kind: "add";
      readonly name: string;
      readonly when: string;
      readonly prompt: string;
      readonly isReminder: boolean;
      readonly zone: string | null;
      readonly folder: string | null;
      readonly model: string | null;
      readonly json: boolean;
    };

const json = { json: { type: "boolean" } } as const;
const addOptions = {
  ...json,
  when: { type: "string" },
  prompt: { type: "string" },
  reminder: { type: "boolean" },
  zone: { type: "string" },
  workdir: { type: "string" },
  model: { type: "string" },
} as const;

/** A failure is the sentence that says what is wrong with the call. */
export async function readCronCall(args: readonly string[]): Promise<Result<CronCall, string>> {
  const [first = "list", ...rest] = args;
  if (first === "add") return readAdd(rest);
  if (first === "pause" && rest.includes("--all")) return readPauseAll(rest);
  if (first === "resume" && !rest.some((arg) => !arg.startsWith("-"))) return readResumeAll(rest);
  const act = acts.find((one) => one === first);
  if (act !== undefined) return readAct(act, rest);
  const own = first === "list" ? rest : args;
  const wrong = await wrongOption(own, json);
  if (wrong !== null) return fail(wrong);
  return ok({ kind: "list", json: parseArgs({ args: [...own], options: json }).values.json === true });
}

const pauseOptions = { ...json, all: { type: "boolean" }, for: { type: "string" } } as const;
const unitMs: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

async function readPauseAll(args: readonly string[]): Promise<Result<CronCall, string>> {
  const wrong = await wrongOption(args, pauseOptions);
  if (wrong !== null) return fail(wrong);
  const { values } = parseArgs({ args: [...args], options: pauseOptions });
  const isJson = values.json === true;
  if (values.for === undefined) return ok({ kind: "pause-all", forMs: null, json: isJson });
  const [, count = "", unit = ""] = /^(\d{1,5})([mhd])$/.exec(values.for) ?? [];
  const forMs = Number(count) * (unitMs[unit] ?? 0);
  return forMs > 0
    ? ok({ kind: "pause-all", forMs, json: isJson })
    : fail(text("cli.cron.badFor", { time: values.for }));
}

async function readResumeAll(args: readonly string[]): Promise<Result<CronCall, string>> {
  const options = { ...json, all: { type: "boolean" } } as const;
  const wrong = await wrongOption(args, options);
  if (wrong !== null) return fail(wrong);
  return ok({ kind: "resume-all", json: parseArgs({ args: [...args], options }).values.json === true });
}

async function readAct(kind: Act, [id = "", ...rest]: readonly string[]): Promise<Result<CronCall, string>> {
  if (id === "" || id.startsWith("-")) return fail(text("cli.cron.noId", { act: kind }));
  const wrong = await wrongOption(rest, json);
  if (wrong !== null) return fail(wrong);
  return ok({ kind, id, json: parseArgs({ args: [...rest], options: json }).values.json === true });
}

async function readAdd(args: readonly string[]): Promise<Result<CronCall, string>> {
  const end = args.findIndex((arg) => arg.startsWith("--"));
  const words = end < 0 ? args : args.slice(0, end);
  const rest = end < 0 ? [] : args.slice(end);
  const wrong = await wrongOption(rest, addOptions);
  if (wrong !== null) return fail(wrong);
  const { values } = parseArgs({ args: [...rest], options: addOptions });
  const name = words.join(" ").trim();
  if (name === "") return fail(text("cli.cron.noName"));
  if (values.when === undefined) return fail(text("cli.cron.noTime"));
  return ok({
    kind: "add",
    name,
    when: values.when,
    prompt: values.prompt ?? name,
    isReminder: values.reminder === true,
    zone: values.zone ?? null,
    folder: values.workdir ?? null,
    model: values.model ?? null,
    json: values.json === true,
  });
}
