import { describe, expect, it } from "vitest";
import { createAgentBench } from "../../support/agent-bench.ts";
import { startOAuthServer } from "../../support/mcp/oauth-server.ts";
import { serverSettings } from "../../support/mcp/servers.ts";
import { createSignInBench } from "../../support/mcp/sign-in-bench.ts";
import { createTestHome, terminal, value } from "../../support/test-home.ts";

describe("a server that wants somebody who signs in", () => {
  it("is in a state of its own, with what to press, and its tools work once the person has signed in", async () => {
    await using bench = await createSignInBench({ choices: { person: { email: "ada@example.com" } } });
    const { server, home } = bench;
    const { host } = new URL(server.url);
    expect((await bench.restart()).server).toMatchObject({
      state: "sign-in",
      problem: { message: `${host} wants you to sign in.`, missing: null },
      signIn: { state: "needed", as: null, isOffered: true, url: null },
    });
    const page = await bench.begin();
    const asked = new URL(page).searchParams;
    expect(asked.get("code_challenge_method")).toBe("S256");
    expect(asked.get("resource")).toBe(server.url);
    expect(asked.get("scope")).toBe("read");
    expect(await bench.signInRow()).toMatchObject({ state: "signing-in", url: page, at: host });
    const shown = await server.visit(page);
    expect(shown.status).toBe(200);
    expect(shown.page).toContain("You are signed in");
    expect(shown.page).toContain("ada@example.com");
    await bench.until("signed-in");
    await expect.poll(async () => (await bench.open()).server.state).toBe("ready");
    const { server: after, tools } = await bench.open();
    expect(after).toMatchObject({ toolCount: 2, problem: null, signIn: { as: "ada@example.com", reason: null } });
    expect(tools.map(({ name }) => name)).toEqual(["add", "remove"]);
    // The tokens lie in the key store alone.
    expect([...home.secrets.values()].join("")).toContain(server.valid[0]);
    expect(JSON.stringify(await bench.client.request("settings.get", {}))).not.toContain(server.valid[0]);
    // The callback lives no longer than the sign-in.
    await expect(fetch(shown.address)).rejects.toThrow();
  });

  it("is signed out: the tokens are given back and forgotten, here and in the key store", async () => {
    await using bench = await createSignInBench();
    await bench.restart();
    await bench.signIn();
    const out = value(await bench.client.request("mcp.signOut", { name: "web" }));
    expect(out.server).toMatchObject({ state: "sign-in", signIn: { state: "needed", as: null } });
    const kinds = bench.server.to("/revoke").map(({ fields }) => fields.get("token_type_hint"));
    expect(kinds.toSorted()).toEqual(["access_token", "refresh_token"]);
    expect(bench.server.valid).toEqual([]);
    expect([...bench.home.secrets]).toEqual([]);
  });

  it("that is removed loses its tokens too, and one that takes none back is left all the same", async () => {
    await using bench = await createSignInBench({ choices: { instead: { "/revoke": { status: 503 } } } });
    await bench.restart();
    await bench.signIn();
    value(await bench.client.request("mcp.remove", { name: "web" }));
    expect([...bench.home.secrets]).toEqual([]);
    expect(bench.server.to("/revoke")).toHaveLength(2);
  });

  it("knows who is signed in after Perch was started anew, and asks nobody again", async () => {
    await using bench = await createSignInBench({ choices: { person: { name: "Ada" } } });
    await bench.restart();
    await bench.signIn();
    const again = bench.home.open().connect(terminal);
    const { server } = value(await again.request("mcp.restart", { name: "web" }));
    expect(server).toMatchObject({ state: "ready", signIn: { state: "signed-in", as: "Ada" } });
    expect(bench.server.to("/authorize")).toHaveLength(1);
  });

  it("never gives the tokens of one address to another one of the same name", async () => {
    await using bench = await createSignInBench();
    await bench.restart();
    await bench.signIn();
    await using other = await startOAuthServer();
    const target = { kind: "address", url: other.url } as const;
    value(await bench.client.request("mcp.save", { name: "web", target }));
    await expect.poll(async () => (await bench.open()).server.state).toBe("sign-in");
    expect(other.calls.length).toBeGreaterThan(0);
    expect(other.calls.every((token) => token === null)).toBe(true);
  });

  it("is asked by two at the same time: the later sign-in counts, the earlier page leads nowhere", async () => {
    await using bench = await createSignInBench();
    await bench.restart();
    const [first, second] = await Promise.all([
      bench.client.request("mcp.signIn", { name: "web", isOpened: false }),
      bench.client.request("mcp.signIn", { name: "web", isOpened: false }),
    ]);
    // The first was given up before its page was known, or has lost its place to the second.
    expect(second.ok).toBe(true);
    if (first.ok) expect(first.value.server.signIn?.url).not.toBeNull();
    await bench.server.visit((await bench.signInRow())?.url ?? "");
    await bench.until("signed-in");
    expect(bench.server.to("/token")).toHaveLength(1);
  });

  it("can be given up, and ended by hand where the browser is on another computer", async () => {
    await using bench = await createSignInBench();
    const { client, server } = bench;
    await bench.restart();
    const page = await bench.begin();
    const given = value(await client.request("mcp.cancelSignIn", { name: "web" }));
    expect(given.server.signIn).toMatchObject({ state: "needed", url: null });
    const gone = new URL(new URL(page).searchParams.get("redirect_uri") ?? "");
    await expect(fetch(gone)).rejects.toThrow();
    const early = await client.request("mcp.finishSignIn", { name: "web", address: "http://127.0.0.1/?code=1" });
    expect(early.ok ? "" : early.error.message).toBe("No sign-in is on its way.");
    const again = await bench.begin();
    const sent = await fetch(again, { redirect: "manual" });
    for (const address of ["nonsense", "http://127.0.0.1:1/callback?code=1&state=guessed"]) {
      const wrong = await client.request("mcp.finishSignIn", { name: "web", address });
      expect(wrong.ok ? "" : wrong.error.message).toContain("Copy all of it");
    }
    value(await client.request("mcp.finishSignIn", { name: "web", address: sent.headers.get("location") ?? "" }));
    await bench.until("signed-in");
    expect(server.to("/token")).toHaveLength(1);
  });
});

describe("a call in a chat", () => {
  const turn = [{ calls: [{ name: "mcp_web_add", arguments: { a: 2, b: 3 } }] }, { text: "done" }];

  it("of a server whose sign-in has ended tells the model what the person has to do, and works after that", async () => {
    await using server = await startOAuthServer({ givesRefresh: false });
    await using bench = await createAgentBench([...turn, ...turn], {
      settings: serverSettings({ web: { url: server.url } }),
    });
    const { client } = bench;
    const row = async () => value(await client.request("mcp.open", { name: "web" })).server;
    const signIn = async (): Promise<void> => {
      const begun = value(await client.request("mcp.signIn", { name: "web", isOpened: false }));
      await server.visit(begun.server.signIn?.url ?? "");
      await expect.poll(async () => (await row()).state).toBe("ready");
    };
    value(await client.request("mcp.restart", { name: "web" }));
    await signIn();
    server.revokeAll();
    await bench.ask("add", { mode: "full" });
    expect(bench.endpoint.requests[1]?.body.messages.at(-1)?.content).toContain("press Sign in");
    expect(await row()).toMatchObject({ state: "sign-in", signIn: { state: "expired" } });
    await signIn();
    await bench.ask("add again", { mode: "full" });
    expect(bench.endpoint.requests[3]?.body.messages.at(-1)?.content).toBe("5");
  });
});

describe("a server that only says no", () => {
  it("may want a key: that can be set, and signing in be tried all the same", async () => {
    await using bench = await createSignInBench({
      choices: { tellsResource: false, tellsAuthority: false, challenges: false },
    });
    expect((await bench.restart()).server).toMatchObject({
      state: "failed",
      problem: { missing: "Authorization" },
      signIn: { state: "needed", isOffered: false },
    });
    await bench.signIn();
    expect(bench.server.to("/register")).toHaveLength(1);
  });

  it("is not signed in to where its settings have a key, and neither is a program", async () => {
    await using home = await createTestHome();
    await using server = await startOAuthServer();
    const headers = { authorization: "Bearer a-key-of-this-server" };
    await home.config(serverSettings({ web: { url: server.url, headers }, files: { command: "none" } }));
    const client = home.open().connect(terminal);
    const { server: row } = value(await client.request("mcp.restart", { name: "web" }));
    expect(row).toMatchObject({ state: "failed", signIn: null, problem: { missing: "Authorization" } });
    for (const name of ["web", "files"]) {
      const begun = await client.request("mcp.signIn", { name, isOpened: false });
      expect(begun.ok ? "" : begun.error.message).toContain("Nobody signs in");
    }
  });
});
