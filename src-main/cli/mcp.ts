import { parse } from "node:path";
import { fail, ok } from "../../src-preload/contract/result.ts";
import { text } from "../words.ts";
import { commandUsage } from "./command-table.ts";
import type { CliContext, ExitCode } from "./context.ts";
import { openHome } from "./open-home.ts";

/** `perch mcp`: Perch for another program, over stdin and stdout, until that program closes them. */
export async function runMcp(args: readonly string[], context: CliContext): Promise<ExitCode> {
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
  const server = createPerchServer({ line, version: context.version, startFolder: folderOf(context) });
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

/** Programs of a desktop start others in the root or in the person's home, and mean nothing by it. */
function folderOf({ startFolder, host }: CliContext): string | null {
  const isChosen = startFolder !== parse(startFolder).root && startFolder !== host.paths.userHome;
  return isChosen ? startFolder : null;
}
