import { resolve } from "node:path";
import {
  type JobId,
  type JobView,
  jobDraftSchema,
  jobIdSchema,
  type Pause,
} from "../../src-preload/contract/automations.ts";
import type { Connection } from "../../src-preload/contract/connection.ts";
import { contractError } from "../../src-preload/contract/errors.ts";
import { type AsyncResult, assertNever, fail } from "../../src-preload/contract/result.ts";
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
  const { id, json } = call;
  switch (call.kind) {
    case "remove":
      return remove(id, connection, context);
    case "pause":
      return told(
        withId(id, (known) => connection.request("job.set", { id: known, state: "off" })),
        context,
        json,
      );
    case "resume":
      return told(
        withId(id, (known) => connection.request("job.set", { id: known, state: "on" })),
        context,
        json,
      );
    case "try":
    case "run":
      return withKnownId(id, context, (known) =>
        runJob({ id: known, trial: call.kind === "try", json }, connection, context),
      );
    default:
      return assertNever(call.kind);
  }
}

async function list(connection: Connection, context: CliContext, json: boolean): Promise<ExitCode> {
  const listed = await connection.request("job.list", {});
  if (!listed.ok) return failed(listed.error.message, context);
  const { jobs, pause } = listed.value;
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

async function remove(id: string, connection: Connection, context: CliContext): Promise<ExitCode> {
  const removed = await withId(id, (known) => connection.request("job.remove", { id: known }));
  return removed.ok ? 0 : failed(removed.error.message, context);
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

async function withKnownId(id: string, context: CliContext, act: (id: JobId) => Promise<ExitCode>): Promise<ExitCode> {
  const read = jobIdSchema.safeParse(id);
  return read.success ? act(read.data) : failed(text("job.gone"), context);
}

async function withId<Value>(id: string, act: (id: JobId) => AsyncResult<Value>): AsyncResult<Value> {
  const read = jobIdSchema.safeParse(id);
  return read.success ? act(read.data) : fail(contractError("not-found", text("job.gone")));
}

function failed(message: string, context: CliContext): ExitCode {
  context.say(message);
  return 1;
}
