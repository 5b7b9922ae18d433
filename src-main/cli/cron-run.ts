import type { JobId } from "../../src-preload/contract/automations.ts";
import type { Connection } from "../../src-preload/contract/connection.ts";
import type { PerchEvent } from "../../src-preload/contract/events.ts";
import { text } from "../words.ts";
import type { CliContext, ExitCode } from "./context.ts";

type JobEnd = Extract<PerchEvent, { type: "job-end" }>;

interface RunCall {
  readonly id: JobId;
  readonly trial: boolean;
  readonly json: boolean;
}

/** Begins a job and waits for its end; says what it said. An interrupt leaves it. */
export async function runJob(
  { id, trial, json }: RunCall,
  connection: Connection,
  context: CliContext,
): Promise<ExitCode> {
  const left = Promise.withResolvers<JobEnd | ExitCode>();
  /** Also ends of other jobs, and the own one where it comes before its name is known. */
  const ends = new Map<string, JobEnd>();
  let begun: string | null = null;
  const onEvent = (event: PerchEvent): void => {
    if (event.type === "approval-request" && event.sessionKey === begun) context.say(text("cli.cron.waits"));
    if (event.type !== "job-end") return;
    ends.set(event.sessionKey, event);
    if (event.sessionKey === begun) left.resolve(event);
  };
  const followed = await connection.subscribe(["cron", "approval"], (delivery) => {
    if (delivery.kind === "event") onEvent(delivery.event);
  });
  if (!followed.ok) return failed(followed.error.message, context);
  const run = await connection.request("job.run", { id, trial });
  if (!run.ok) return failed(run.error.message, context);
  begun = run.value.sessionKey;
  const early = ends.get(begun);
  if (early !== undefined) left.resolve(early);
  const undo = [context.onInterrupt((status) => left.resolve(status)), connection.onClose(() => left.resolve(1))];
  const end = await left.promise;
  for (const one of undo) one();
  if (typeof end === "number") return end;
  if (json) context.out(`${JSON.stringify(end)}\n`);
  else if (end.outcome !== "done") context.say(end.reason === "" ? text("cli.cron.notDone") : end.reason);
  if (!json) await printSaid(end.sessionKey, connection, context);
  return end.outcome === "done" ? 0 : 1;
}

async function printSaid(sessionKey: string, connection: Connection, context: CliContext): Promise<void> {
  const listed = await connection.request("job.list", {});
  if (!listed.ok) return;
  const lines = listed.value.jobs.flatMap((view) => view.lines);
  const line = lines.find((one) => one.kind === "ended" && one.sessionKey === sessionKey);
  if (line?.kind === "ended" && line.said !== "") context.out(`${line.said}\n`);
}

function failed(message: string, context: CliContext): ExitCode {
  context.say(message);
  return 1;
}
