import { ok, type Result } from "../../src-preload/contract/result.ts";
import type { Check, CheckState } from "../../src-preload/contract/system.ts";
import { commandUsage } from "./command-table.ts";
import type { CliContext, ExitCode } from "./context.ts";
import { readZipCall, writeDiagnosis, type ZipCall } from "./doctor-zip.ts";
import { openHome } from "./open-home.ts";
import { wantsJson } from "./status.ts";

const signs: Readonly<Record<CheckState, string>> = { ok: "ok     ", warning: "look   ", broken: "broken " };

/** `perch doctor`: looks at everything a chat needs; exit 1 when something is broken. */
export async function runDoctor(args: readonly string[], context: CliContext): Promise<ExitCode> {
  const call = await readCall(args);
  if (!call.ok) {
    context.say(call.error);
    context.say(commandUsage("doctor"));
    return 2;
  }
  if (call.value.kind === "zip") return writeDiagnosis(call.value, context);
  const { json } = call.value;
  const home = await openHome(context);
  if (!home.ok) {
    context.say(home.error.message);
    return 1;
  }
  const { connection } = home.value;
  const shown = new Set<string>();
  const show = (check: Check): void => {
    const line = lineOf(check);
    if (!shown.has(line)) context.out(line);
    shown.add(line);
  };
  // A server that is silent is waited for: what ends before it is shown before it.
  if (!json) {
    await connection.subscribe(["system"], (delivery) => {
      if (delivery.kind === "event" && delivery.event.type === "check-done") show(delivery.event.check);
    });
  }
  const report = await connection.request("system.doctor", {});
  await home.value.close();
  if (!report.ok) {
    context.say(report.error.message);
    return 1;
  }
  if (json) context.out(`${JSON.stringify(report.value)}\n`);
  else report.value.checks.forEach(show);
  return report.value.broken ? 1 : 0;
}

type DoctorCall = { readonly kind: "look"; readonly json: boolean } | ZipCall;

async function readCall(args: readonly string[]): Promise<Result<DoctorCall, string>> {
  if (args.some((arg) => arg === "--zip" || arg.startsWith("--zip="))) return readZipCall(args);
  const json = await wantsJson(args);
  return json.ok ? ok({ kind: "look", json: json.value }) : json;
}

function lineOf({ state, name, message, nextStep }: Check): string {
  const step = nextStep === undefined ? "" : `        → ${nextStep}\n`;
  return `${signs[state]} ${name}: ${message}\n${step}`;
}
