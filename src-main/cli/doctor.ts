import type { CheckState } from "../../src-preload/contract/system.ts";
import { commandUsage } from "./command-table.ts";
import type { CliContext, ExitCode } from "./context.ts";
import { openHome } from "./open-home.ts";
import { wantsJson } from "./status.ts";

const signs: Readonly<Record<CheckState, string>> = { ok: "ok     ", warning: "look   ", broken: "broken " };

/** `perch doctor`: looks at everything a chat needs; exit 1 when something is broken. */
export async function runDoctor(args: readonly string[], context: CliContext): Promise<ExitCode> {
  const json = wantsJson(args);
  if (json === null) {
    context.say(commandUsage("doctor"));
    return 2;
  }
  const home = await openHome(context);
  if (!home.ok) {
    context.say(home.error.message);
    return 1;
  }
  const report = await home.value.connection.request("system.doctor", {});
  await home.value.close();
  if (!report.ok) {
    context.say(report.error.message);
    return 1;
  }
  if (json) context.out(`${JSON.stringify(report.value)}\n`);
  else {
    for (const check of report.value.checks) {
      context.out(`${signs[check.state]} ${check.name}: ${check.message}\n`);
      if (check.nextStep !== undefined) context.out(`        → ${check.nextStep}\n`);
    }
  }
  return report.value.broken ? 1 : 0;
}
