import { describe, expect, it } from "vitest";
import { createAgentBench } from "../../support/agent-bench.ts";
import { startOAuthServer } from "../../support/mcp/oauth-server.ts";
import { serverSettings } from "../../support/mcp/servers.ts";
import { createSignInBench } from "../../support/mcp/sign-in-bench.ts";
import { value } from "../../support/test-home.ts";

const kinds = (requests: readonly { readonly fields: URLSearchParams }[]) =>
  requests.map(({ fields }) => fields.get("grant_type"));

describe("the token of a server", () => {
  it.each(["none", "client_secret_basic", "client_secret_post"] as const)(
    "that is refused is renewed once, with the client's %s, and the new one counts from then on",
    async (authMethod) => {
      await using bench = await createSignInBench({ choices: { authMethod } });
      const { server } = bench;
      await bench.restart();
      await bench.signIn();
      server.revokeAll("refresh");
      expect((await bench.restart()).server).toMatchObject({ state: "ready", signIn: { state: "signed-in" } });
      expect(kinds(server.to("/token"))).toEqual(["authorization_code", "refresh_token"]);
      const [first, second] = server.to("/token");
      expect(second?.headers["authorization"]?.slice(0, 5)).toBe(first?.headers["authorization"]?.slice(0, 5));
      expect(second?.headers["authorization"] !== undefined).toBe(authMethod === "client_secret_basic");
      expect(second?.fields.has("client_secret")).toBe(authMethod === "client_secret_post");
      expect(second?.fields.get("resource")).toBe(server.url);
      // The next process has the new one, of a kind that is good for once.
      server.revokeAll("refresh");
      expect((await bench.restart()).server.state).toBe("ready");
    },
  );

  it("that ends soon is renewed before it is sent", async () => {
    await using bench = await createSignInBench({ choices: { expiresIn: 10 } });
    await bench.restart();
    await bench.signIn();
    expect(kinds(bench.server.to("/token"))).toContain("refresh_token");
    expect(bench.server.calls.filter((token) => token !== null).every((token) => token?.startsWith("access-"))).toBe(
      true,
    );
  });

  it("is renewed once for calls that find out at the same time", async () => {
    await using server = await startOAuthServer();
    const calls = [1, 2, 3].map((a) => ({ name: "mcp_web_add", arguments: { a, b: 1 } }));
    await using bench = await createAgentBench([{ calls }, { text: "done" }], {
      settings: serverSettings({ web: { url: server.url } }),
    });
    const { client } = bench;
    value(await client.request("mcp.restart", { name: "web" }));
    const begun = value(await client.request("mcp.signIn", { name: "web", isOpened: false }));
    await server.visit(begun.server.signIn?.url ?? "");
    const row = async () => value(await client.request("mcp.open", { name: "web" })).server;
    await expect.poll(async () => (await row()).state).toBe("ready");
    server.revokeAll("refresh");
    await bench.ask("add", { mode: "full" });
    const results = bench.endpoint.requests[1]?.body.messages.slice(-3).map(({ content }) => content);
    expect(results).toEqual(["2", "3", "4"]);
    expect(kinds(server.to("/token")).filter((kind) => kind === "refresh_token")).toHaveLength(1);
  });

  it("that nobody renews any more is told as such, and signing in again mends it", async () => {
    await using bench = await createSignInBench({ choices: { person: { email: "ada@example.com" } } });
    await bench.restart();
    await bench.signIn();
    bench.server.revokeAll();
    expect((await bench.restart()).server).toMatchObject({
      state: "sign-in",
      signIn: { state: "expired", as: "ada@example.com" },
    });
    expect(await bench.log()).toContain("The sign-in is over");
    await bench.signIn();
    expect(await bench.signInRow()).toMatchObject({ state: "signed-in", as: "ada@example.com" });
  });

  it("is not lost where the one who renews it is out of order", async () => {
    await using bench = await createSignInBench();
    const { server } = bench;
    await bench.restart();
    await bench.signIn();
    server.revokeAll("refresh");
    server.choices.tokenRefusal = { status: 503, body: "down" };
    const { server: row } = await bench.restart();
    expect(row.state).toBe("failed");
    expect(row.signIn?.state).toBe("signed-in");
    server.choices.tokenRefusal = null;
    expect((await bench.restart()).server.state).toBe("ready");
  });

  it("never stands in an answer, an event or a log", async () => {
    await using bench = await createSignInBench();
    const { server, home } = bench;
    await bench.restart();
    await bench.signIn();
    const [token = ""] = server.valid;
    server.choices.tokenRefusal = { status: 400, body: { error: "invalid_grant", error_description: `bad ${token}` } };
    server.revokeAll("refresh");
    await bench.restart();
    const { log } = await bench.open();
    expect(JSON.stringify(log)).toContain("bad [key]");
    expect(`${JSON.stringify(log)}${home.logged.join("\n")}`).not.toContain(token);
  });

  it("that is longer than one place of the key store is kept in parts", async () => {
    const name = "x".repeat(90);
    await using bench = await createSignInBench({ choices: { person: { email: `${name}@example.com` } } });
    await bench.restart();
    await bench.signIn();
    await bench.signIn();
    for (const part of bench.home.secrets.values()) expect(part.length).toBeLessThanOrEqual(1000);
    expect(bench.home.secrets.size).toBeGreaterThan(1);
    value(await bench.client.request("mcp.signOut", { name: "web" }));
    expect([...bench.home.secrets]).toEqual([]);
  });
});

describe("more rights", () => {
  it("are told to the model and the person, and asked for together with those of before", async () => {
    await using server = await startOAuthServer({
      wantedFor: (body) => (body.includes('"tools/call"') && body.includes('"remove"') ? "write" : null),
    });
    const removal = { calls: [{ name: "mcp_web_remove", arguments: {} }] };
    await using bench = await createAgentBench([removal, { text: "no" }, removal, { text: "yes" }], {
      settings: serverSettings({ web: { url: server.url } }),
    });
    const { client } = bench;
    const row = async () => value(await client.request("mcp.open", { name: "web" })).server;
    const begin = async () => {
      const begun = value(await client.request("mcp.signIn", { name: "web", isOpened: false }));
      return begun.server.signIn?.url ?? "";
    };
    value(await client.request("mcp.restart", { name: "web" }));
    await server.visit(await begin());
    await expect.poll(async () => (await row()).state).toBe("ready");
    await bench.ask("remove", { mode: "full" });
    expect(bench.endpoint.requests[1]?.body.messages.at(-1)?.content).toContain("more rights");
    expect(await row()).toMatchObject({ state: "ready", signIn: { state: "needed", rights: "write" } });
    const page = await begin();
    expect(new URL(page).searchParams.get("scope")).toBe("read write");
    await server.visit(page);
    await expect.poll(async () => (await row()).signIn?.state).toBe("signed-in");
    await bench.ask("remove again", { mode: "full" });
    expect(bench.endpoint.requests[3]?.body.messages.at(-1)?.content).toBe("removed");
  });
});

describe("an id and a secret in the settings", () => {
  const oauth = { grant: "client-credentials", clientId: "perch", clientSecret: "a-secret-of-perch" };

  it("sign in without a person, again and again", async () => {
    await using bench = await createSignInBench({
      settings: { oauth },
      choices: { authMethod: "client_secret_basic" },
    });
    const { server } = bench;
    expect((await bench.restart()).server).toMatchObject({
      state: "ready",
      signIn: { state: "signed-in", isByItself: true },
    });
    server.revokeAll();
    expect((await bench.restart()).server.state).toBe("ready");
    expect(kinds(server.to("/token"))).toEqual(["client_credentials", "client_credentials"]);
    expect(server.to("/token")[0]?.fields.get("scope")).toBe("read");
    const begun = await bench.client.request("mcp.signIn", { name: "web", isOpened: false });
    expect(begun.ok ? "" : begun.error.message).toContain("without you");
  });

  it("that are refused, or not complete, are told so", async () => {
    const tokenRefusal = { status: 401, body: { error: "invalid_client", error_description: "unknown" } };
    await using refused = await createSignInBench({ settings: { oauth }, choices: { tokenRefusal } });
    const { server: row } = await refused.restart();
    expect(row.signIn).toMatchObject({ state: "denied", isByItself: true });
    expect(row.signIn?.reason).toContain("refused: unknown");
    const { clientSecret: _, ...half } = oauth;
    await using incomplete = await createSignInBench({ settings: { oauth: half } });
    expect((await incomplete.restart()).server.problem?.message).toContain("one of them is missing");
  });

  it("are not sent to another place than before", async () => {
    await using other = await startOAuthServer();
    await using bench = await createSignInBench({ settings: { oauth } });
    const { server } = bench;
    await bench.restart();
    server.choices.authority = other.origin;
    server.revokeAll();
    expect((await bench.restart()).server.problem?.message).toContain("was not sent there");
    expect(other.to("/token")).toEqual([]);
  });

  it("of a client that was registered by hand are used with a person too, at the callback that was registered", async () => {
    await using taken = await startOAuthServer();
    const callback = `http://localhost:${new URL(taken.origin).port}/back`;
    const registered = { clientId: "by-hand", clientSecret: "secret-by-hand", callback };
    await using bench = await createSignInBench({
      settings: { oauth: registered },
      choices: { authMethod: "client_secret_post" },
    });
    const refused = await bench.client.request("mcp.signIn", { name: "web", isOpened: false });
    expect(refused.ok ? "" : refused.error.message).toContain("Another program uses port");
    await taken[Symbol.asyncDispose]();
    const page = await bench.begin();
    expect(new URL(page).searchParams.get("client_id")).toBe("by-hand");
    expect(new URL(page).searchParams.get("redirect_uri")).toBe(callback);
    const sent = await fetch(page, { redirect: "manual" });
    await fetch((sent.headers.get("location") ?? "").replace("localhost", "127.0.0.1"));
    await bench.until("signed-in");
    expect(bench.server.to("/register")).toEqual([]);
    expect(bench.server.to("/token")[0]?.fields.get("client_secret")).toBe("secret-by-hand");
  });
});
