import type { Connection } from "../../src-preload/contract/connection.ts";
import type { McpServerRow } from "../../src-preload/contract/mcp.ts";
import { text } from "../words.ts";
import type { CliContext, ExitCode } from "./context.ts";

type SignInContext = Pick<CliContext, "say" | "isTerminal" | "onInterrupt">;

interface SignInCall {
  readonly name: string;
  /** A browser of this computer is opened. */
  readonly isOpened: boolean;
}

/**
 * Begins to sign in, shows the page, and waits until that has ended: how the server stands then, or an exit code. On a terminal
 * the address where a browser on another computer ended can be pasted. An interrupt gives it up.
 */
export async function signIn(
  { name, isOpened }: SignInCall,
  connection: Connection,
  context: SignInContext,
): Promise<McpServerRow | ExitCode> {
  const over = Promise.withResolvers<McpServerRow | ExitCode>();
  const look = async (): Promise<void> => {
    const opened = await connection.request("mcp.open", { name });
    if (!opened.ok) return fail(opened.error.message, context, over.resolve);
    const { server } = opened.value;
    const isIn = server.signIn?.state === "signed-in";
    // Once it is signed in, it is connected: what it brings is known after that.
    if (server.signIn?.state !== "signing-in" && !(isIn && server.state !== "ready" && server.state !== "failed"))
      over.resolve(server);
  };
  const begun = await connection.request("mcp.signIn", { name, isOpened });
  if (!begun.ok) {
    context.say(begun.error.message);
    return 1;
  }
  const followed = await connection.subscribe(["mcp"], (delivery) => {
    if (delivery.kind === "event" && "name" in delivery.event && delivery.event.name === name) void look();
  });
  if (!followed.ok) {
    context.say(followed.error.message);
    return 1;
  }
  context.say(text("cli.mcp.open", { url: begun.value.server.signIn?.url ?? "" }));
  const undo = [
    context.onInterrupt((status) => over.resolve(status)),
    connection.onClose(() => over.resolve(1)),
    ...(context.isTerminal ? [await readReturns(name, connection, context)] : []),
  ];
  // It may have ended before anybody listened.
  await look();
  const ended = await over.promise;
  for (const one of undo) one();
  if (typeof ended === "number") await connection.request("mcp.cancelSignIn", { name });
  return ended;
}

function fail(message: string, context: SignInContext, resolve: (code: ExitCode) => void): void {
  context.say(message);
  resolve(1);
}

/** Each line that is typed is taken as the address; returns its end. */
async function readReturns(name: string, connection: Connection, context: SignInContext): Promise<() => void> {
  context.say(text("cli.mcp.paste"));
  const { createInterface } = await import("node:readline");
  const lines = createInterface({ input: process.stdin });
  lines.on("line", (address) => {
    void connection.request("mcp.finishSignIn", { name, address }).then((taken) => {
      if (!taken.ok) context.say(taken.error.message);
    });
  });
  return () => lines.close();
}
