import { parse, resolve } from "node:path";
import { fail, ok } from "../../src-preload/contract/result.ts";
import { text } from "../words.ts";
import { commandUsage } from "./command-table.ts";
import type { CliContext, ExitCode } from "./context.ts";
import { openHome } from "./open-home.ts";

/** `perch mcp`: Perch for another program, over stdin and stdout, until that program closes them; with a word, the servers of the settings. */
export async function runMcp(args: readonly string[], context: CliContext): Promise<ExitCode> {
  if (isAboutServers(args)) return (await import("./mcp-servers.ts")).runMcpServers(args, context);
  if (args.length > 0) {
    context.say(text("cli.mcp.noArguments", { given: args.join(" ") }));
    context.say(commandUsage("mcp"));
    return 2;
  }
  if (context.isTerminal) {
    context.say(text("cli.mcp.forPrograms"));
    return 2;
  }
  const [{ StdioServerTransport }, { createPerchServer }, { createHomeLine }] = await Promise.all([
    import("@modelcontextprotocol/server/stdio"),
    import("./mcp-server/perch-server.ts"),
    import("./mcp-server/home-line.ts"),
  ]);
  const line = createHomeLine(async () => {
    const home = await openHome(context);
    return home.ok ? ok(home.value) : fail(home.error);
  });
  const server = createPerchServer({
    line,
    version: context.version,
    host: context.host,
    startFolder: isWide(context.startFolder, context) ? null : context.startFolder,
    problemOfFolder: (folder) => problemOfFolder(folder, context),
  });
  const over = Promise.withResolvers<ExitCode>();
  server.server.onclose = () => over.resolve(0);
  const undo = context.onInterrupt(over.resolve);
  try {
    await server.connect(new StdioServerTransport());
    return await over.promise;
  } finally {
    undo();
    await server.close();
    await line.close();
  }
}

/** The servers of the settings, and signing in to them. */
function isAboutServers([act = ""]: readonly string[]): boolean {
  return act === "list" || act === "sign-in" || act === "sign-out";
}

/** The whole computer, or all that the person has: programs of a desktop start others there, and mean nothing by it. */
function isWide(folder: string, { host }: CliContext): boolean {
  const path = resolve(folder);
  return path === parse(path).root || path === resolve(host.paths.userHome);
}

async function problemOfFolder(folder: string, context: CliContext): Promise<string | null> {
  const real = await context.files.realpath(folder).catch(() => null);
  if (real === null) return text("cli.badFolder", { path: folder });
  return isWide(real, context) ? text("mcpServe.wideFolder", { folder }) : null;
}
