import { get } from "node:http";
import { describe, expect, it } from "vitest";
import type { OAuthChoices } from "../../support/mcp/oauth-choices.ts";
import { createSignInBench } from "../../support/mcp/sign-in-bench.ts";

const resource = "/.well-known/oauth-protected-resource/mcp";
const authority = "/.well-known/oauth-authorization-server";

/** What beginning to sign in is answered with. */
async function refusalOf(choices: Partial<OAuthChoices>): Promise<string> {
  await using bench = await createSignInBench({ choices });
  await bench.restart();
  const begun = await bench.client.request("mcp.signIn", { name: "web", isOpened: false });
  const row = await bench.signInRow();
  expect(row).toMatchObject({ state: "denied", url: null });
  const message = begun.ok ? "" : begun.error.message;
  expect(row?.reason).toBe(message);
  return message;
}

describe("what a server says of signing in", () => {
  it.each<readonly [string, Partial<OAuthChoices>, string]>([
    ["is far too long", { instead: { [resource]: { status: 200, body: "x".repeat(300_000) } } }, "far more than"],
    [
      "leads to another place",
      { instead: { [authority]: { status: 302, headers: { location: "https://elsewhere.invalid/" } } } },
      "sends us to another place",
    ],
    ["is at an address that is not safe", { resourcePage: "http://10.0.0.1/metadata" }, "not safe"],
    ["is no web address", { resourcePage: "file:///etc/passwd" }, "not safe"],
    ["names a place that is not safe", { authority: "http://intranet.invalid" }, "not safe"],
    ["names a page that would run something", { authorizePage: "javascript:alert(1)" }, "did not work"],
    ["names a page without encryption", { authorizePage: "http://elsewhere.invalid/authorize" }, "not safe"],
    ["claims to be another one", { issuer: "https://elsewhere.invalid" }, "and does not"],
    ["is about another server", { resource: "https://elsewhere.invalid/mcp" }, "does not match"],
    [
      "takes no client that it does not know",
      { instead: { "/register": { status: 403, body: "{}" } } },
      "(status 403)",
    ],
  ])("and %s is refused in words", async (_, choices, words) => {
    expect(await refusalOf(choices)).toContain(words);
  });
});

/** Of a request whose path is no address. */
function statusOf(port: string, path: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    get({ host: "127.0.0.1", port, path, agent: false }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    }).on("error", reject);
  });
}

describe("what comes back from the browser", () => {
  it("is taken with the right state alone, once, and from the right place", async () => {
    await using bench = await createSignInBench();
    await bench.restart();
    const page = await bench.begin();
    const back = new URL(new URL(page).searchParams.get("redirect_uri") ?? "");
    for (const wrong of ["?code=1", "?code=1&state=guessed", "?error=access_denied"]) {
      const answer = await fetch(`${back.href}${wrong}`);
      expect(answer.status).toBe(404);
      expect(await answer.text()).toContain("not the answer that it waits for");
      expect(answer.headers.get("content-security-policy")).toContain("default-src 'none'");
    }
    expect((await fetch(new URL("/other", back))).status).toBe(404);
    for (const path of ["//", "//[", "*"]) expect(await statusOf(back.port, path)).toBe(404);
    expect(await bench.signInRow()).toMatchObject({ state: "signing-in" });
    const shown = await bench.server.visit(page);
    expect(shown.status).toBe(200);
    await bench.until("signed-in");
    await expect(fetch(shown.address)).rejects.toThrow();
    expect(bench.server.to("/token")).toHaveLength(1);
  });

  it("that says no is told, also in the browser, and can be tried again", async () => {
    await using bench = await createSignInBench({ choices: { isDenying: true } });
    const { server } = bench;
    await bench.restart();
    const shown = await server.visit(await bench.begin());
    expect(shown.page).toContain("did not let you in: Somebody pressed Deny.");
    await bench.until("denied");
    expect((await bench.signInRow())?.reason).toContain("Somebody pressed Deny.");
    server.choices.isDenying = false;
    await bench.signIn();
  });

  it("from another place is not used, and its words are not shown", async () => {
    await using bench = await createSignInBench({
      choices: { returnedIssuer: "https://elsewhere.invalid", isDenying: true },
    });
    await bench.restart();
    const shown = await bench.server.visit(await bench.begin());
    expect(shown.page).not.toContain("Somebody pressed Deny.");
    await bench.until("denied");
    expect((await bench.signInRow())?.reason).toContain("claims to come from");
    expect(bench.server.to("/token")).toEqual([]);
  });

  it("with words that are a page is shown as words", async () => {
    const person = { email: "<script>alert(1)</script>" };
    await using bench = await createSignInBench({ choices: { person } });
    await bench.restart();
    const shown = await bench.server.visit(await bench.begin());
    expect(shown.page).toContain("&lt;script&gt;");
    expect(shown.page).not.toContain("<script>");
  });

  it("whose code is refused leaves what was there before as it was", async () => {
    await using bench = await createSignInBench();
    const { server } = bench;
    await bench.restart();
    await bench.signIn();
    server.choices.tokenRefusal = { status: 400, body: { error: "invalid_request", error_description: "no" } };
    await server.visit(await bench.begin());
    await expect.poll(async () => (await bench.signInRow())?.state).toBe("signed-in");
    expect(await bench.log()).toContain("refused: no");
    server.choices.tokenRefusal = null;
    expect((await bench.restart()).server.state).toBe("ready");
  });
});
