import type { Connection } from "../../src-preload/contract/connection.ts";
import type { EndedBeat, HeartbeatView } from "../../src-preload/contract/heartbeat.ts";
import { type AsyncResult, assertNever } from "../../src-preload/contract/result.ts";
import { text } from "../words.ts";
import { askYesNo } from "./ask-yes-no.ts";
import { commandUsage } from "./command-table.ts";
import type { CliContext, ExitCode } from "./context.ts";
import { type HeartbeatCall, readHeartbeatCall } from "./heartbeat-call.ts";
import { beatText, forecastText, heartbeatLines } from "./heartbeat-lines.ts";
import { openHome } from "./open-home.ts";

/** `perch heartbeat`: how it stands, a beat now, on and off. */
export async function runHeartbeat(args: readonly string[], context: CliContext): Promise<ExitCode> {
  const call = await readHeartbeatCall(args);
  if (!call.ok) {
    context.say(call.error);
    context.say(commandUsage("heartbeat"));
    return 2;
  }
  const home = await openHome(context);
  if (!home.ok) return failed(home.error.message, context);
  try {
    return await carryOut(call.value, home.value.connection, context);
  } finally {
    await home.value.close();
  }
}

function carryOut(call: HeartbeatCall, connection: Connection, context: CliContext): Promise<ExitCode> {
  switch (call.act) {
    case "status":
      return tell(connection.request("heartbeat.describe", {}), call, context);
    case "run":
      return beatNow(call, connection, context);
    case "on":
      return switchOn(call, connection, context);
    case "off":
      return switchTo(false, call, connection, context);
    default:
      return assertNever(call.act);
  }
}

async function tell(
  asked: AsyncResult<HeartbeatView>,
  { json }: Pick<HeartbeatCall, "json">,
  context: CliContext,
): Promise<ExitCode> {
  const view = await asked;
  if (!view.ok) return failed(view.error.message, context);
  if (json) context.out(`${JSON.stringify(view.value)}\n`);
  else for (const line of heartbeatLines(view.value)) context.out(`${line}\n`);
  if (view.value.settings.enabled && !view.value.isResident) context.say(text("cli.heartbeat.nobodyStays"));
  return 0;
}

/** What it costs is said before. */
async function switchOn(call: HeartbeatCall, connection: Connection, context: CliContext): Promise<ExitCode> {
  const view = await connection.request("heartbeat.describe", {});
  if (!view.ok) return failed(view.error.message, context);
  if (!view.value.settings.enabled && !call.yes) {
    context.say(forecastText(view.value));
    if (!context.isTerminal) return wrong(text("cli.heartbeat.wantsYes"), context);
    if (!(await askYesNo(text("cli.heartbeat.ask")))) return failed(text("cli.heartbeat.leftOff"), context);
  }
  return switchTo(true, call, connection, context);
}

async function switchTo(
  enabled: boolean,
  call: HeartbeatCall,
  connection: Connection,
  context: CliContext,
): Promise<ExitCode> {
  const set = await connection.request("settings.update", { patch: { heartbeat: { enabled } } });
  if (!set.ok) return failed(set.error.message, context);
  return tell(connection.request("heartbeat.describe", {}), call, context);
}

/** Waits for the end of the beat; an interrupt leaves it. */
async function beatNow({ json }: HeartbeatCall, connection: Connection, context: CliContext): Promise<ExitCode> {
  const over = Promise.withResolvers<ExitCode | null>();
  const ends = new Set<string>();
  let begun: string | null = null;
  const followed = await connection.subscribe(["heartbeat", "approval"], (delivery) => {
    if (delivery.kind !== "event") return;
    const { event } = delivery;
    if (event.type === "approval-request" && event.sessionKey === beatChat) context.say(text("cli.cron.waits"));
    if (event.type !== "beat-end") return;
    ends.add(event.beat);
    if (event.beat === begun) over.resolve(null);
  });
  if (!followed.ok) return failed(followed.error.message, context);
  const run = await connection.request("heartbeat.run", {});
  if (!run.ok) return failed(run.error.message, context);
  if (run.value.kind === "ended") return sayEnd(run.value.line, json, context);
  begun = run.value.beat;
  if (ends.has(begun)) over.resolve(null);
  const undo = [context.onInterrupt((status) => over.resolve(status)), connection.onClose(() => over.resolve(1))];
  const code = await over.promise;
  for (const one of undo) one();
  if (code !== null) return code;
  const view = await connection.request("heartbeat.describe", {});
  if (!view.ok) return failed(view.error.message, context);
  const line = view.value.beats.find(({ beat }) => beat === begun);
  return line === undefined ? 1 : sayEnd(line, json, context);
}

const beatChat = "heartbeat:main";

function sayEnd(line: EndedBeat, json: boolean, context: CliContext): ExitCode {
  context.out(json ? `${JSON.stringify(line)}\n` : `${beatText(line)}\n`);
  return line.outcome === "nothing" || line.outcome === "quiet" || line.outcome === "told" ? 0 : 1;
}

function failed(message: string, context: CliContext): ExitCode {
  context.say(message);
  return 1;
}

function wrong(message: string, context: CliContext): ExitCode {
  context.say(message);
  return 2;
}
