import { request } from "node:http";
import { describe, expect, it } from "vitest";
import WebSocket from "ws";
import { serveApp } from "../../../src-main/serve/http-server.ts";
import { value } from "../../support/test-home.ts";

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

function get(port: number, path: string, headers: Record<string, string> = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const call = request({ host: "127.0.0.1", port, path, headers }, (response) => {
      let body = "";
      response.setEncoding("utf8");
      response.on("data", (chunk: string) => {
        body += chunk;
      });
      response.on("end", () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }));
    });
    call.on("error", reject);
    call.end();
  });
}

/** 101 when the socket opened, else the status it was refused with. */
function upgrade(port: number, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve) => {
    const client = new WebSocket(`ws://127.0.0.1:${port}/ws`, { headers });
    client.on("open", () => {
      client.close();
      resolve(101);
    });
    client.on("unexpected-response", (_request, response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    client.on("error", () => undefined);
  });
}

async function setUp() {
  const served = value(await serveApp(0, () => undefined));
  const token = new URL(served.url).searchParams.get("token") ?? "";
  const exchanged = await get(served.port, `/?token=${token}`);
  const cookie = String(exchanged.headers["set-cookie"]).split(";")[0] ?? "";
  return { served, port: served.port, token, exchanged, cookie, [Symbol.asyncDispose]: served.close };
}

describe("the served app", () => {
  it("exchanges the token of its address for a strict cookie and a clean address", async () => {
    await using app = await setUp();
    expect(app.exchanged).toMatchObject({ status: 303, headers: { location: "/" } });
    const cookie = String(app.exchanged.headers["set-cookie"]);
    expect(cookie).toMatch(new RegExp(`^perch_${app.port}=`));
    expect(cookie).toMatch(/HttpOnly/);
    expect(cookie).toMatch(/SameSite=Strict/);
    expect((await get(app.port, "/", { cookie: app.cookie })).status).toBe(200);
    expect((await get(app.port, "/?token=wrong")).status).toBe(401);
    expect((await get(app.port, "/")).status).toBe(401);
    expect((await get(app.port, "/nothing", { cookie: app.cookie })).status).toBe(404);
  });

  it("sends a policy that runs no foreign script with every answer", async () => {
    await using app = await setUp();
    for (const answer of [app.exchanged, await get(app.port, "/"), await get(app.port, "/", { cookie: app.cookie })]) {
      const policy = String(answer.headers["content-security-policy"]);
      expect(policy).toMatch(/default-src 'none'/);
      expect(policy).toMatch(/script-src 'self'/);
      expect(policy).not.toMatch(/script-src[^;]*unsafe/);
      expect(answer.headers["x-content-type-options"]).toBe("nosniff");
    }
  });

  it("refuses a request that came under another name, with or without a key", async () => {
    await using app = await setUp();
    const evil = { host: `evil.example:${app.port}`, cookie: app.cookie };
    expect((await get(app.port, "/", evil)).status).toBe(403);
    expect((await get(app.port, `/?token=${app.token}`, evil)).status).toBe(403);
    expect(await upgrade(app.port, { ...evil, authorization: `Bearer ${app.token}` })).toBe(403);
  });

  it.each([
    [
      "the cookie and its own origin",
      (app: Setup) => ({ cookie: app.cookie, origin: `http://127.0.0.1:${app.port}` }),
      101,
    ],
    ["the token", (app: Setup) => ({ authorization: `Bearer ${app.token}` }), 101],
    ["nothing", () => ({}), 401],
    ["the cookie without an origin", (app: Setup) => ({ cookie: app.cookie }), 401],
    ["the cookie and another origin", (app: Setup) => ({ cookie: app.cookie, origin: "https://evil.example" }), 403],
    ["the token and another origin", (app: Setup) => ({ authorization: `Bearer ${app.token}`, origin: "null" }), 403],
    ["a wrong token", () => ({ authorization: "Bearer wrong" }), 401],
  ])("answers an upgrade with %s", async (_name, headers, status) => {
    await using app = await setUp();
    expect(await upgrade(app.port, headers(app))).toBe(status);
  });

  it.each(["//", "//@", "http://["])("refuses %s, which is no address, and goes on", async (path) => {
    await using app = await setUp();
    expect((await get(app.port, path)).status).toBe(400);
    expect((await get(app.port, "/", { cookie: app.cookie })).status).toBe(200);
  });

  it("says in one sentence that a port is taken", async () => {
    await using app = await setUp();
    const second = await serveApp(app.port, () => undefined);
    expect(!second.ok && second.error.message).toContain(String(app.port));
  });
});

type Setup = Awaited<ReturnType<typeof setUp>>;
