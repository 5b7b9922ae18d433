import type { Connection } from "../../src-preload/contract/connection.ts";
import type { McpServerRow } from "../../src-preload/contract/mcp.ts";
import { assertNever } from "../../src-preload/contract/result.ts";
import { type TextKey, text } from "../words.ts";
import { commandUsage } from "./command-table.ts";
import type { CliContext, ExitCode } from "./context.ts";
import { type McpCall, readMcpCall } from "./mcp-call.ts";
import { signIn } from "./mcp-sign-in.ts";
import { openHome } from "./open-home.ts";

/** `perch mcp list`, `sign-in` and `sign-out`: the servers, signing in to one and out of it. */
export async function runMcpServers(args: readonly string[], context: CliContext): Promise<ExitCode> {
  const call = await readMcpCall(args);
  if (!call.ok) {
    context.say(call.error);
    context.say(commandUsage("mcp"));
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

async function carryOut(call: McpCall, connection: Connection, context: CliContext): Promise<ExitCode> {
  switch (call.kind) {
    case "list":
      return list(call.json, connection, context);
    case "sign-in": {
      const ended = await signIn(call, connection, context);
      if (typeof ended === "number") return ended;
      tell([ended], call.json, context);
      return ended.signIn?.state === "signed-in" ? 0 : 1;
    }
    case "sign-out": {
      const out = await connection.request("mcp.signOut", { name: call.name });
      if (!out.ok) return failed(out.error.message, context);
      tell([out.value.server], call.json, context);
      return 0;
    }
    default:
      return assertNever(call);
  }
}

async function list(json: boolean, connection: Connection, context: CliContext): Promise<ExitCode> {
  const listed = await connection.request("mcp.list", {});
  if (!listed.ok) return failed(listed.error.message, context);
  const { servers } = listed.value;
  if (servers.length === 0 && !json) context.out(`${text("cli.mcp.none")}\n`);
  // Those that nobody has needed yet are looked at: how they stand is what was asked.
  const opened = servers.map(async ({ name, state }) => {
    const isOn = state !== "off";
    const seen = await (isOn ? connection.request("mcp.restart", { name }) : connection.request("mcp.open", { name }));
    return seen.ok ? [seen.value.server] : [];
  });
  tell((await Promise.all(opened)).flat(), json, context);
  return 0;
}

/** A server a line: its name, how it stands, and whom it knows us as. */
function tell(rows: readonly McpServerRow[], json: boolean, context: CliContext): void {
  for (const row of rows) {
    if (json) context.out(`${JSON.stringify(row)}\n`);
    else context.out(`${[row.name, text(stateKeys[row.state]), signedWords(row)].filter(Boolean).join("  ")}\n`);
  }
}

const stateKeys: Readonly<Record<McpServerRow["state"], TextKey>> = {
  off: "cli.mcp.off",
  waiting: "cli.mcp.waiting",
  connecting: "cli.mcp.connecting",
  ready: "cli.mcp.ready",
  resting: "cli.mcp.resting",
  "sign-in": "cli.mcp.signIn",
  failed: "cli.mcp.failed",
};

function signedWords({ signIn: row, problem, state }: McpServerRow): string {
  if (row?.state === "signed-in") {
    return row.as === null
      ? text("cli.mcp.signedIn", { host: row.at ?? "" })
      : text("cli.mcp.signedInAs", { as: row.as });
  }
  return row?.reason ?? (state === "failed" ? (problem?.message ?? "") : "");
}

function failed(message: string, context: CliContext): ExitCode {
  context.say(message);
  return 1;
}
