import { describe, expect, it } from "vitest";
import { createSignInBench } from "../../support/mcp/sign-in-bench.ts";
import { value } from "../../support/test-home.ts";

describe("a server that wants somebody who signs in", () => {
  it("is in a state of its own, with what to press, and its tools work once the person has signed in", async () => {
    await using bench = await createSignInBench({ choices: { person: { email: "ada@example.com" } } });
    const { server, home } = bench;
    const { server: before } = await bench.restart();
    expect(before).toMatchObject({
      state: "sign-in",
      problem: {
        message: `${new URL(server.url).host} wants you to sign in.`,
        nextStep: "Press Sign in.",
        missing: null,
      },
      signIn: { state: "needed", as: null, isOffered: true, url: null },
    });
    const page = await bench.begin();
    expect(new URL(page).searchParams.get("code_challenge_method")).toBe("S256");
    expect(new URL(page).searchParams.get("resource")).toBe(server.url);
    expect(new URL(page).searchParams.get("scope")).toBe("read");
    expect(await bench.signInRow()).toMatchObject({ state: "signing-in", url: page, at: new URL(server.url).host });
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
    expect(
      bench.server
        .to("/revoke")
        .map(({ fields }) => fields.get("token_type_hint"))
        .toSorted(),
    ).toEqual(["access_token", "refresh_token"]);
    expect(bench.server.valid).toEqual([]);
    expect([...bench.home.secrets]).toEqual([]);
  });
});
