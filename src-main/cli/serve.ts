import { parseArgs } from "node:util";
import { type AsyncResult, fail, ok, type Result } from "../../src-preload/contract/result.ts";
import type { ServedApp } from "../serve/http-server.ts";
import type { RunningServer } from "../serve/running-server.ts";
import { text } from "../words.ts";
import { commandUsage } from "./command-table.ts";
import type { CliContext, ExitCode } from "./context.ts";
import { type Home, openHome } from "./open-home.ts";
import { wrongOption } from "./wrong-option.ts";

interface ServeOptions {
  /** Null where none was asked for. */
  readonly port: number | null;
  readonly open: boolean;
  readonly json: boolean;
}

async function readOptions(args: readonly string[]): Promise<Result<ServeOptions, string>> {
  const options = { port: { type: "string" }, "no-open": { type: "boolean" }, json: { type: "boolean" } } as const;
  const wrong = await wrongOption(args, options);
  if (wrong !== null) return fail(wrong);
  const { values } = parseArgs({ args: [...args], options });
  const { port } = values;
  const valid = port === undefined || (/^\d+$/.test(port) && Number(port) <= 65_535);
  if (!valid) return fail(text("cli.badPort", { port }));
  const isJson = values.json === true;
  const open = values["no-open"] !== true && !isJson;
  return ok({ port: port === undefined ? null : Number(port), open, json: isJson });
}

/** `perch serve`: the app on loopback until it is ended. */
export async function runServe(args: readonly string[], context: CliContext): Promise<ExitCode> {
  const options = await readOptions(args);
  if (!options.ok) {
    context.say(options.error);
    context.say(commandUsage("serve"));
    return 2;
  }
  const interrupted = new Promise<"interrupted">((resolve) => context.onInterrupt(() => resolve("interrupted")));
  const opened = await openHome(context, forBrowsers);
  if (!opened.ok) {
    context.say(opened.error.message);
    return 1;
  }
  const homes = keepHome(opened.value, context);
  const served = await serveOrWait(options.value, { context, homes, interrupted });
  if (!served.ok) context.say(served.error.message);
  await homes.close();
  return served.ok ? 0 : 1;
}

interface Serving {
  readonly context: CliContext;
  readonly homes: ReturnType<typeof keepHome>;
  readonly interrupted: Promise<"interrupted">;
}

/**
 * Where another process serves this home already, its person gets a fresh address of that one; when it ends, this process
 * serves on at the same port. Resolves when it was interrupted.
 */
async function serveOrWait(options: ServeOptions, serving: Serving): AsyncResult<void> {
  const { context, interrupted } = serving;
  const { host, files } = context;
  const { findServer, stablePortsOf } = await import("../serve/running-server.ts");
  let ports = options.port === null ? [...stablePortsOf(host.paths.home), 0] : [options.port];
  let isOpened = false;
  const show = async (at: Shown): Promise<() => Promise<void>> => {
    const isFirst = !isOpened;
    isOpened = true;
    return showAddress(at, { ...options, open: options.open && isFirst }, context);
  };
  for (;;) {
    const running = options.port === null ? await findServer(host, files) : null;
    if (running === null) return await serveUntil(ports, serving, show);
    const forget = await show(running);
    const how = await Promise.race([interrupted, running.gone]);
    await forget();
    running.leave();
    if (how === "interrupted") return ok(undefined);
    ports = [running.port, ...ports];
  }
}

type Shown = Pick<RunningServer, "url" | "token">;

async function serveUntil(
  ports: readonly number[],
  { context, homes, interrupted }: Serving,
  show: (at: Shown) => Promise<() => Promise<void>>,
): AsyncResult<void> {
  const { host, files, pages } = context;
  const { serveApp } = await import("../serve/http-server.ts");
  const { announceServer } = await import("../serve/running-server.ts");
  const served = await serveApp({
    host,
    files,
    pages,
    ports,
    connect: ({ port, kind, mayBeCommand }) =>
      homes.current().join(port, { place: kind === "window" ? "browser" : "program", mayBeCommand }),
  });
  if (!served.ok) return served;
  const app: ServedApp = served.value;
  const withdraw = await announceServer(app, host, files);
  const forget = await show({ url: app.freshUrl(), token: app.token });
  await interrupted;
  await Promise.all([withdraw(), forget(), app.close()]);
  return ok(undefined);
}

/** Prints where the app is and, where it is wanted, opens it. Returns the undo. */
async function showAddress(at: Shown, options: ServeOptions, context: CliContext): Promise<() => Promise<void>> {
  const { url, token } = at;
  context.out(options.json ? `${JSON.stringify({ url, token })}\n` : `${text("cli.serving", { url })}\n`);
  if (!options.open) return async () => undefined;
  const { openInBrowser } = await import("../serve/open-in-browser.ts");
  const forget = await openInBrowser(url, context.host, context.files);
  if (forget !== null) return forget;
  context.say(text("cli.noBrowser"));
  return async () => undefined;
}

const forBrowsers = { place: "browser", isReopened: true } as const;

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
    const next = await openHome(context, forBrowsers);
    if (!next.ok) {
      context.say(next.error.message);
      return;
    }
    if (closed) {
      await next.value.close("quit");
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
