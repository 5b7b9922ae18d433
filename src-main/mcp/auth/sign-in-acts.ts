import { contractError } from "../../../src-preload/contract/errors.ts";
import type { McpServerDetail } from "../../../src-preload/contract/mcp.ts";
import { type AsyncResult, fail, ok } from "../../../src-preload/contract/result.ts";
import type { RouteInput } from "../../../src-preload/contract/routes.ts";
import type { Host, Log } from "../../host.ts";
import { reasonOf } from "../../thrown.ts";
import { text } from "../../words.ts";
import type { Server } from "../server.ts";
import type { ServerSignIn } from "./server-sign-in.ts";
import { SignInFailure } from "./sign-in-failure.ts";

/** What a person does about signing in to a server. */
export interface SignInActs {
  begin(choice: RouteInput<"mcp.signIn">): AsyncResult<McpServerDetail>;
  finish(choice: RouteInput<"mcp.finishSignIn">): AsyncResult<McpServerDetail>;
  cancel(name: string): AsyncResult<McpServerDetail>;
  signOut(name: string): AsyncResult<McpServerDetail>;
}

interface ActsOptions {
  readonly host: Pick<Host, "openExternal" | "log">;
  readonly named: (name: string) => AsyncResult<Server>;
  readonly detailOf: (server: Server) => Promise<McpServerDetail>;
}

export function createSignInActs({ host, named, detailOf }: ActsOptions): SignInActs {
  async function act(
    name: string,
    work: (signIn: ServerSignIn, server: Server) => Promise<void>,
  ): AsyncResult<McpServerDetail> {
    const server = await named(name);
    if (!server.ok) return server;
    const { signIn } = server.value;
    if (signIn === null) return fail(contractError("invalid-input", text("mcp.signIn.notHere", { name })));
    try {
      await work(signIn, server.value);
    } catch (cause) {
      if (cause instanceof SignInFailure) return fail(contractError("invalid-input", cause.message));
      host.log("warn", "a sign-in could not be changed", { server: name, reason: reasonOf(cause) });
      return fail(contractError("storage", text("mcp.noKeys", { reason: reasonOf(cause) })));
    }
    return ok(await detailOf(server.value));
  }

  /** The page is shown as a link as well: a computer without a browser is no failure. */
  async function show(page: string): Promise<void> {
    try {
      await host.openExternal(page);
    } catch (cause) {
      host.log("info", "no browser could be opened for signing in", { reason: reasonOf(cause) });
    }
  }

  return {
    begin: ({ name, isOpened }) =>
      act(name, async (signIn) => {
        const page = await signIn.begin();
        if (isOpened) await show(page);
      }),
    finish: ({ name, address }) => act(name, async (signIn) => signIn.finish(address)),
    cancel: (name) => act(name, (signIn) => signIn.cancel()),
    signOut: (name) =>
      act(name, async (signIn, server) => {
        await signIn.signOut();
        await server.restart();
      }),
  };
}

/** Of a server that was removed. */
export async function forgetSignIn({ name, signIn }: Server, log: Log): Promise<void> {
  try {
    await signIn?.signOut();
  } catch (cause) {
    log("warn", "the sign-in of a server was not removed", { name, reason: reasonOf(cause) });
  }
}
