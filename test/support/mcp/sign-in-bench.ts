import { expect } from "vitest";
import type { Connection } from "../../../src-preload/contract/connection.ts";
import type { McpServerDetail } from "../../../src-preload/contract/mcp.ts";
import type { McpSignIn, McpSignInState } from "../../../src-preload/contract/mcp-sign-in.ts";
import { createTestHome, type TestHome, terminal, value } from "../test-home.ts";
import type { OAuthChoices } from "./oauth-choices.ts";
import { type OAuthServer, startOAuthServer } from "./oauth-server.ts";
import { serverSettings } from "./servers.ts";

/** A home with the one server `web`, which wants somebody who signs in. */
export interface SignInBench extends AsyncDisposable {
  readonly server: OAuthServer;
  readonly home: TestHome;
  readonly client: Connection;
  open(): Promise<McpServerDetail>;
  /** Connects it and tells how it stands. */
  restart(): Promise<McpServerDetail>;
  signInRow(): Promise<McpSignIn | null>;
  /** Begins; the address of the page. */
  begin(): Promise<string>;
  /** Begins, does what a person does, and waits until that has counted. */
  signIn(): Promise<void>;
  until(state: McpSignInState): Promise<void>;
  /** What the log of the server says. */
  log(): Promise<string>;
}

interface BenchOptions {
  readonly choices?: Partial<OAuthChoices>;
  /** More of the server's settings. */
  readonly settings?: object;
}

export async function createSignInBench({ choices = {}, settings = {} }: BenchOptions = {}): Promise<SignInBench> {
  await using stack = new AsyncDisposableStack();
  const server = stack.use(await startOAuthServer(choices));
  const home = stack.use(await createTestHome());
  await home.config(serverSettings({ web: { url: server.url, timeoutSeconds: 5, ...settings } }));
  const client = home.open().connect(terminal);
  const held = stack.move();
  const open = async () => value(await client.request("mcp.open", { name: "web" }));
  const signInRow = async () => (await open()).server.signIn;
  const begin = async () => {
    const begun = value(await client.request("mcp.signIn", { name: "web", isOpened: false }));
    return begun.server.signIn?.url ?? "";
  };
  const until = (state: McpSignInState) => expect.poll(async () => (await signInRow())?.state).toBe(state);
  return {
    server,
    home,
    client,
    open,
    signInRow,
    begin,
    until,
    restart: async () => value(await client.request("mcp.restart", { name: "web" })),
    async signIn() {
      await server.visit(await begin());
      await until("signed-in");
      await expect.poll(async () => (await open()).server.state).toBe("ready");
    },
    log: async () => (await open()).log.map((line) => line.text).join("\n"),
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}
