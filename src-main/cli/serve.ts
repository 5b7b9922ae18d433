import { parseArgs } from "node:util";
import { fail, ok } from "../../src-preload/contract/result.ts";
import { text } from "../settings/text.ts";
import { commandUsage } from "./command-table.ts";
import type { CliContext, ExitCode } from "./context.ts";
import { type Home, openHome } from "./open-home.ts";

function readOptions(args: readonly string[]) {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { port: { type: "string" }, "no-open": { type: "boolean" }, json: { type: "boolean" } },
    });
    const port = Number(values.port ?? "0");
    const valid = /^\d+$/.test(values.port ?? "0") && port <= 65_535;
    if (!valid) return fail(text("cli.badPort", { port: values.port ?? "" }));
    return ok({ port, open: values["no-open"] !== true && values.json !== true, json: values.json === true });
  } catch (cause) {
    if (!(cause instanceof TypeError)) throw cause;
    return fail(cause.message);
  }
}

/** `perch serve`: the app on loopback until it is ended. */
export async function runServe(args: readonly string[], context: CliContext): Promise<ExitCode> {
  const options = readOptions(args);
  if (!options.ok) {
    context.say(options.error);
    context.say(commandUsage("serve"));
    return 2;
  }
  const opened = await openHome(context, "browser");
  if (!opened.ok) {
    context.say(opened.error.message);
    return 1;
  }
  const homes = keepHome(opened.value, context);
  const { serveApp } = await import("../serve/http-server.ts");
  const served = await serveApp(options.value.port, (port) => homes.current().join(port, "browser"), context.pages);
  if (!served.ok) {
    await homes.close();
    context.say(served.error.message);
    return 1;
  }
  const { url } = served.value;
  context.out(options.value.json ? `${JSON.stringify({ url })}\n` : `${text("cli.serving", { url })}\n`);
  if (options.value.open) {
    await context.host.openExternal(url).catch((cause: unknown) => {
      context.say(text("cli.noBrowser"));
      context.host.log("warn", "no browser could be opened", { reason: String(cause) });
    });
  }
  await new Promise<void>((resolve) => context.onInterrupt(() => resolve()));
  await served.value.close();
  await homes.close();
  return 0;
}

/** The home, claimed anew whenever its owner is gone. */
function keepHome(first: Home, context: CliContext) {
  let home = first;
  let closed = false;
  const watch = (): void => {
    home.assistant?.warmUp();
    home.connection.onClose(() => {
      if (!closed) void again();
    });
  };
  async function again(): Promise<void> {
    const next = await openHome(context, "browser");
    if (!next.ok) {
      context.say(next.error.message);
      return;
    }
    home = next.value;
    watch();
  }
  watch();
  return {
    current: () => home,
    close: async () => {
      closed = true;
      await home.close("quit");
    },
  };
}
