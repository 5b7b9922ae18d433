import { parseArgs } from "node:util";
import { createFrameConnection } from "../../src-preload/contract/frame-connection.ts";
import { fail, ok, type Result } from "../../src-preload/contract/result.ts";
import { reachOwner } from "../serve/claim-home.ts";
import { createLinePort } from "../serve/line-port.ts";
import { askOwner } from "../serve/owner-answers.ts";
import { text } from "../words.ts";
import { commandUsage } from "./command-table.ts";
import type { CliContext, ExitCode } from "./context.ts";
import { wrongOption } from "./wrong-option.ts";

/** `perch status`: asks the owner of the home, if there is one; never becomes it. */
export async function runStatus(args: readonly string[], context: CliContext): Promise<ExitCode> {
  const wanted = await wantsJson(args);
  if (!wanted.ok) {
    context.say(wanted.error);
    context.say(commandUsage("status"));
    return 2;
  }
  const json = wanted.value;
  const socket = await reachOwner(context.host, context.files);
  if (socket === null) {
    const { home } = context.host.paths;
    if (json) context.out(`${JSON.stringify({ running: false, home })}\n`);
    else context.out(`${text("status.none", { home })}\n`);
    return 0;
  }
  const connection = createFrameConnection(createLinePort(socket), text("contract.disconnected"));
  if ((await askOwner(connection, context.host)) !== "awake") {
    socket.destroy();
    context.say(text("status.unanswered", { home: context.host.paths.home }));
    return 1;
  }
  const status = await connection.request("system.status", {});
  await connection.close();
  if (!status.ok) {
    context.say(status.error.message);
    return 1;
  }
  const { version, pid, home, model, runs, pendingApprovals } = status.value;
  if (json) context.out(`${JSON.stringify({ running: true, ...status.value })}\n`);
  else {
    const facts = { version, pid, home, model: model ?? "–", runs: runs.length, approvals: pendingApprovals };
    context.out(`${text("status.line", facts)}\n`);
  }
  return 0;
}

/** Of a command without another option; a failure is the sentence that says what is wrong with the call. */
export async function wantsJson(args: readonly string[]): Promise<Result<boolean, string>> {
  const options = { json: { type: "boolean" } } as const;
  const wrong = await wrongOption(args, options);
  return wrong === null ? ok(parseArgs({ args: [...args], options }).values.json === true) : fail(wrong);
}
