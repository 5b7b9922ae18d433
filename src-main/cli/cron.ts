import { resolve } from "node:path";
import {
  type Job,
  type JobId,
  type JobView,
  jobDraftSchema,
  type Pause,
} from "../../src-preload/contract/automations.ts";
import type { Connection } from "../../src-preload/contract/connection.ts";
import { contractError } from "../../src-preload/contract/errors.ts";
import { type AsyncResult, assertNever, fail, ok } from "../../src-preload/contract/result.ts";
import { text } from "../words.ts";
import { commandUsage } from "./command-table.ts";
import type { CliContext, ExitCode } from "./context.ts";
import { type CronCall, readCronCall } from "./cron-call.ts";
import { runJob } from "./cron-run.ts";
import { jobLines, momentText } from "./job-lines.ts";
import { openHome } from "./open-home.ts";

/** `perch cron`: the jobs, and what is done with one. */
export async function runCron(args: readonly string[], context: CliContext): Promise<ExitCode> {
  const call = await readCronCall(args);
  if (!call.ok) {
    context.say(call.error);
    context.say(commandUsage("cron"));
    return 2;
  }
  const home = await openHome(context);
  if (!home.ok) {
    context.say(home.error.message);
    return 1;
  }
  const { connection, ownerPid } = home.value;
  try {
    const code = await carryOut(call.value, connection, context);
    // This process goes away again, and nobody else is there.
    if (code === 0 && ownerPid === null && call.value.kind !== "run" && call.value.kind !== "try") {
      await tellThatNobodyStays(connection, context);
    }
    return code;
  } finally {
    await home.value.close();
  }
}

async function carryOut(call: CronCall, connection: Connection, context: CliContext): Promise<ExitCode> {
  if (call.kind === "list") return list(connection, context, call.json);
  if (call.kind === "pause-all" || call.kind === "resume-all") return pauseAll(call, connection, context);
  if (call.kind === "add") return told(add(call, connection, context), context, call.json);
  return carryOutOne(call, connection, context);
}

/** What is done with one job. */
async function carryOutOne(
  call: Extract<CronCall, { id: string }>,
  connection: Connection,
  context: CliContext,
): Promise<ExitCode> {
  const { json } = call;
  const found = await findNamed(call.id, connection);
  if (!found.ok) return failed(found.error.message, context);
  const id = found.value;
  switch (call.kind) {
    case "remove": {
      const removed = await connection.request("job.remove", { id });
      return removed.ok ? 0 : failed(removed.error.message, context);
    }
    case "pause":
      return told(connection.request("job.set", { id, state: "off" }), context, json);
    case "resume":
      return told(connection.request("job.set", { id, state: "on" }), context, json);
    case "try":
    case "run":
      return runJob({ id, trial: call.kind === "try", json }, connection, context);
    default:
      return assertNever(call.kind);
  }
}

async function list(connection: Connection, context: CliContext, json: boolean): Promise<ExitCode> {
  const listed = await connection.request("job.list", {});
  if (!listed.ok) return failed(listed.error.message, context);
  const { jobs, broken, pause } = listed.value;
  for (const one of broken) context.say(text("cli.cron.broken", { ...one }));
  if (pause !== null && jobs.length > 0) context.say(pauseText(pause, context));
  if (json) for (const view of jobs) context.out(`${JSON.stringify(view)}\n`);
  else if (jobs.length === 0) context.say(text("cli.cron.none"));
  else for (const line of jobLines(jobs, context.host)) context.out(`${line}\n`);
  return 0;
}

/** Whatever runs by itself: paused, or no more. */
async function pauseAll(
  call: Extract<CronCall, { kind: "pause-all" | "resume-all" }>,
  connection: Connection,
  context: CliContext,
): Promise<ExitCode> {
  const forMs = call.kind === "pause-all" ? call.forMs : null;
  const until = forMs === null ? null : context.host.now() + forMs;
  const done =
    call.kind === "pause-all"
      ? await connection.request("job.pause", { until })
      : await connection.request("job.resume", {});
  if (!done.ok) return failed(done.error.message, context);
  if (call.json) context.out(`${JSON.stringify({ pause: call.kind === "pause-all" ? { until } : null })}\n`);
  else context.say(call.kind === "pause-all" ? pauseText({ until }, context) : text("cli.cron.resumed"));
  return 0;
}

function pauseText({ until }: Pause, { host }: CliContext): string {
  return until === null ? text("cli.cron.paused") : text("cli.cron.pausedUntil", { when: momentText(until, host) });
}

async function add(
  call: Extract<CronCall, { kind: "add" }>,
  connection: Connection,
  context: CliContext,
): AsyncResult<JobView> {
  const { name, prompt, isReminder, zone, folder, model } = call;
  const read = await connection.request("job.read", {
    words: call.when,
    ...(zone === null ? {} : { timezone: zone }),
  });
  if (!read.ok) return read;
  const draft = jobDraftSchema.safeParse({
    name,
    prompt,
    kind: isReminder ? "reminder" : "task",
    schedule: read.value.schedule,
    workFolder: folder === null ? context.startFolder : resolve(context.startFolder, folder),
    model,
  });
  if (!draft.success) return fail(contractError("invalid-input", text("cli.cron.badDraft")));
  return connection.request("job.add", { draft: draft.data });
}

/** A job as it stands after what was done with it. */
async function told(done: AsyncResult<JobView>, context: CliContext, json: boolean): Promise<ExitCode> {
  const result = await done;
  if (!result.ok) return failed(result.error.message, context);
  if (json) context.out(`${JSON.stringify(result.value)}\n`);
  else for (const line of jobLines([result.value], context.host)) context.out(`${line}\n`);
  const { job } = result.value;
  if (job.kind === "task" && job.triedAt === null) context.say(text("cli.cron.tryFirst", { id: job.id }));
  return 0;
}

async function tellThatNobodyStays(connection: Connection, context: CliContext): Promise<void> {
  const listed = await connection.request("job.list", {});
  const next = listed.ok ? listed.value.jobs.flatMap((view) => (view.next === null ? [] : [view.next])) : [];
  if (next.length === 0) return;
  const first = momentText(Math.min(...next), context.host);
  const due = next.filter((time) => time <= context.host.now()).length;
  const key = due === 0 ? "cli.cron.nobodyStays" : "cli.cron.nobodyRan";
  context.say(text(key, { count: due === 0 ? next.length : due, first }));
  context.say(text("cli.cron.orService"));
}

/** The job of an id, of the beginning of one, or of a name; `not-found` for none and for several. */
async function findNamed(name: string, connection: Connection): AsyncResult<JobId> {
  const listed = await connection.request("job.list", {});
  if (!listed.ok) return listed;
  const jobs = listed.value.jobs.map(({ job }) => job);
  const isNamed = (job: Job): boolean => job.name.toLowerCase() === name.toLowerCase();
  const byId = jobs.filter(({ id }) => id === name);
  const meant = byId.length > 0 ? byId : jobs.filter((job) => isNamed(job) || job.id.startsWith(name));
  const [one] = meant;
  if (one !== undefined && meant.length === 1) return ok(one.id);
  const names = meant.map((job) => `${job.name} (${job.id})`).join(", ");
  const key = one === undefined ? "cli.cron.unknown" : "cli.cron.several";
  return fail(contractError("not-found", text(key, { name, names })));
}

function failed(message: string, context: CliContext): ExitCode {
  context.say(message);
  return 1;
}
