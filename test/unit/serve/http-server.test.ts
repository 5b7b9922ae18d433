import { generateKeyPairSync, sign } from "node:crypto";
import { readFile, rm, stat } from "node:fs/promises";
import { request } from "node:http";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import WebSocket from "ws";
import { type LetIn, type ServedApp, serveApp } from "../../../src-main/serve/http-server.ts";
import { browserLifeMs } from "../../../src-main/serve/known-browsers.ts";
import { nodeFileSystem } from "../../../src-main/storage/file-system.ts";
import { challengeOf, signedText, ticketParameter } from "../../../src-preload/contract/page-proof.ts";
import { createTestHome, type TestHome, value } from "../../support/test-home.ts";

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

type Headers = Record<string, string>;

function get(port: number, path: string, headers: Headers = {}, method = "GET"): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const call = request({ host: "127.0.0.1", port, path, headers, method, agent: false }, (response) => {
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

/** A page as a browser has it: its key, and what it says to the challenge. */
function createPage() {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const key = publicKey.export({ format: "der", type: "spki" }).toString("base64");
  const signed = (words: string) =>
    sign("sha256", Buffer.from(words), { key: privateKey, dsaEncoding: "ieee-p1363" }).toString("base64");
  return { key, proof: (words: string, ticket?: string) => JSON.stringify({ key, signature: signed(words), ticket }) };
}

type Answering = (challenge: string) => string;
const silent: Answering = () => "{}";

/** 101 when the client was let in, 4403 and the like when the page was not, else the status that refused the upgrade. */
function upgrade(port: number, headers: Headers, answer: Answering = silent): Promise<number> {
  return new Promise((resolve) => {
    const client = new WebSocket(`ws://127.0.0.1:${port}/ws`, { headers });
    const finish = (outcome: number): void => {
      resolve(outcome);
      client.terminate();
    };
    client.on("message", (data) => {
      const challenge = challengeOf(JSON.parse(data.toString()));
      if (challenge !== null) client.send(answer(challenge));
      else finish(101);
    });
    client.on("open", () => headers["authorization"] !== undefined && finish(101));
    client.on("close", (code) => resolve(code));
    client.on("unexpected-response", (_request, response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    client.on("error", () => undefined);
  });
}

async function serve(home: TestHome, now?: () => number, ports: readonly number[] = [0]): Promise<ServedApp> {
  const host = now === undefined ? home.host : { ...home.host, now };
  const connect = (_client: LetIn): void => undefined;
  return value(await serveApp({ host, files: nodeFileSystem, pages: "nowhere", ports, connect }));
}

/** Opens the address as a browser does; what it then has. */
async function openAddress(served: ServedApp, headers: Headers = {}, url = served.freshUrl()) {
  const { pathname, search } = new URL(url);
  const answer = await get(served.port, `${pathname}${search}`, headers);
  const cookie = String(answer.headers["set-cookie"]).split(";")[0] ?? "";
  const location = new URL(String(answer.headers["location"] ?? "/"), "http://127.0.0.1");
  return { answer, cookie, ticket: location.searchParams.get(ticketParameter) ?? undefined };
}

async function setUp() {
  const home = await createTestHome();
  const served = await serve(home);
  const first = await openAddress(served);
  return {
    home,
    served,
    port: served.port,
    token: served.token,
    ...first,
    origin: `http://127.0.0.1:${served.port}`,
    async [Symbol.asyncDispose]() {
      await served.close();
      await home[Symbol.asyncDispose]();
    },
  };
}

type Setup = Awaited<ReturnType<typeof setUp>>;

function withTicket(app: Setup, page: ReturnType<typeof createPage>): Answering {
  return (challenge) => page.proof(signedText(app.origin, challenge), app.ticket);
}

describe("the served app", () => {
  it("exchanges the code of its address once, for a strict cookie and a clean address", async () => {
    await using app = await setUp();
    expect(app.answer.status).toBe(303);
    const cookie = String(app.answer.headers["set-cookie"]);
    expect(cookie).toMatch(/^perch_[0-9a-f]{12}=\S+; HttpOnly; SameSite=Strict; Path=\/; Max-Age=\d+$/);
    expect(app.answer.headers["location"]).not.toContain("code");
    expect((await get(app.port, "/", { cookie: app.cookie })).status).toBe(200);
    expect((await get(app.port, "/?code=wrong")).status).toBe(401);
    expect((await get(app.port, "/")).status).toBe(401);
    expect((await get(app.port, `/?code=${app.token}`)).status).toBe(401);
    expect((await get(app.port, "/nothing", { cookie: app.cookie })).status).toBe(404);
  });

  it("tells the second comer with a used address so, and lets the first browser in all the same", async () => {
    await using app = await setUp();
    const url = app.served.freshUrl();
    const first = await openAddress(app.served, {}, url);
    const second = await openAddress(app.served, {}, url);
    expect(second.answer.status).toBe(401);
    expect(second.answer.headers["set-cookie"]).toBeUndefined();
    expect(second.answer.body).toMatch(/used already/);
    expect(second.answer.body).toMatch(/perch serve/);
    // Left before the page could prove itself, or opened once more when it had.
    const early = await openAddress(app.served, { cookie: first.cookie }, url);
    expect(early).toMatchObject({ answer: { status: 303 }, ticket: first.ticket });
    const page = createPage();
    const browser = { cookie: first.cookie, origin: app.origin };
    expect(await upgrade(app.port, browser, withTicket({ ...app, ...first }, page))).toBe(101);
    const again = await openAddress(app.served, { cookie: first.cookie }, url);
    expect(again.answer).toMatchObject({ status: 303, headers: { location: "/" } });
  });

  it("does not use up an address that something only looks at", async () => {
    await using app = await setUp();
    const url = app.served.freshUrl();
    const { search } = new URL(url);
    expect((await get(app.port, `/${search}`, {}, "HEAD")).status).toBe(405);
    expect((await get(app.port, `/${search}`, { "sec-purpose": "prefetch;prerender" })).status).toBe(503);
    expect((await openAddress(app.served, {}, url)).answer.status).toBe(303);
  });

  it("goes on by a page of its own where the address came from a page elsewhere, such as the file that opens it", async () => {
    await using app = await setUp();
    const { answer } = await openAddress(app.served, { "sec-fetch-site": "cross-site" });
    expect(answer).toMatchObject({ status: 200 });
    expect(answer.headers["set-cookie"]).toBeDefined();
    expect(answer.body).toMatch(/http-equiv="refresh" content="0;url=\/\?enter=/);
  });

  it("keeps of a browser nothing that lets anybody in, readable by its user alone", async () => {
    await using app = await setUp();
    const path = join(app.home.home, "browsers.json");
    const kept = await readFile(path, "utf8");
    expect(kept).not.toContain(app.cookie.split("=")[1]);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
  });

  it("sends a policy that runs no foreign script with every answer", async () => {
    await using app = await setUp();
    for (const answer of [app.answer, await get(app.port, "/"), await get(app.port, "/", { cookie: app.cookie })]) {
      const policy = String(answer.headers["content-security-policy"]);
      expect(policy).toMatch(/default-src 'none'/);
      expect(policy).toMatch(/script-src 'self'/);
      expect(policy).toMatch(/media-src 'self' blob:/);
      expect(answer.headers["permissions-policy"]).toMatch(/^microphone=\(self\), camera=\(\)/);
      expect(policy).not.toMatch(/script-src[^;]*unsafe/);
      expect(policy).toMatch(/require-trusted-types-for 'script'; trusted-types /);
      expect(answer.headers["x-content-type-options"]).toBe("nosniff");
    }
  });

  it("refuses a request that came under another name, with or without a key", async () => {
    await using app = await setUp();
    const evil = { host: `evil.example:${app.port}`, cookie: app.cookie };
    const { search } = new URL(app.served.freshUrl());
    for (const path of ["/", `/${search}`, "/assets/index-12345678.js", "/mark.svg"]) {
      expect((await get(app.port, path, evil)).status).toBe(403);
    }
    expect((await get(app.port, "/address", evil, "POST")).status).toBe(403);
    expect(await upgrade(app.port, { ...evil, authorization: `Bearer ${app.token}` })).toBe(403);
  });

  it("lets a program in with the Bearer, and nobody with what only looks like it", async () => {
    await using app = await setUp();
    const cookieAlone = { cookie: app.cookie, origin: app.origin };
    const code = new URL(app.served.freshUrl()).searchParams.get("code") ?? "";
    const outcomes: readonly (readonly [Headers, number])[] = [
      [{ authorization: `Bearer ${app.token}` }, 101],
      [{}, 401],
      [{ cookie: app.cookie }, 401],
      [{ cookie: app.cookie, origin: "https://evil.example" }, 403],
      [{ cookie: app.cookie, origin: "http://127.0.0.1:1" }, 403],
      [{ authorization: `Bearer ${app.token}`, origin: "null" }, 403],
      [{ authorization: "Bearer wrong" }, 401],
      [{ authorization: `Bearer ${code}` }, 401],
      [{ authorization: `Bearer ${app.cookie.split("=")[1]}` }, 401],
      [{ authorization: `Bearer ${app.served.addressKey}` }, 401],
      // Everything that a browser sends to each server of this machine, and no key of the page.
      [cookieAlone, 4403],
    ];
    for (const [headers, outcome] of outcomes)
      expect([headers, await upgrade(app.port, headers)]).toEqual([headers, outcome]);
  });

  it("lets the page in that came with its ticket, then by its key alone, and no other page", async () => {
    await using app = await setUp();
    const browser = { cookie: app.cookie, origin: app.origin };
    const [page, other] = [createPage(), createPage()];
    const plain: Answering = (challenge) => page.proof(signedText(app.origin, challenge));
    expect(await upgrade(app.port, browser, plain)).toBe(4403);
    expect(await upgrade(app.port, browser, withTicket(app, page))).toBe(101);
    expect(await upgrade(app.port, browser, plain)).toBe(101);
    // The ticket died with its use.
    expect(await upgrade(app.port, browser, withTicket(app, other))).toBe(4403);
    // Signed for the address of another server, or for an earlier challenge.
    const elsewhere: Answering = (challenge) => page.proof(signedText("http://127.0.0.1:1", challenge));
    expect(await upgrade(app.port, browser, elsewhere)).toBe(4403);
    expect(await upgrade(app.port, browser, () => page.proof(signedText(app.origin, "earlier")))).toBe(4403);
    // The key without the cookie, and the ticket of another browser.
    expect(await upgrade(app.port, { origin: app.origin }, plain)).toBe(401);
    const second = await openAddress(app.served);
    const stolen: Answering = (challenge) => other.proof(signedText(app.origin, challenge), second.ticket);
    expect(await upgrade(app.port, browser, stolen)).toBe(4403);
  });

  it("refuses a proof that is none, whatever it is", async () => {
    await using app = await setUp();
    const browser = { cookie: app.cookie, origin: app.origin };
    const { publicKey } = generateKeyPairSync("ec", { namedCurve: "P-384" });
    const wrongCurve = publicKey.export({ format: "der", type: "spki" }).toString("base64");
    const proofs = ["", "[]", "null", `${"[".repeat(3000)}`, "x".repeat(100_000), '{"key":"AAAA","signature":"AAAA"}'];
    proofs.push(JSON.stringify({ key: wrongCurve, signature: "AAAA", ticket: app.ticket }));
    for (const proof of proofs) expect(await upgrade(app.port, browser, () => proof)).toBe(4403);
  });

  it("knows a browser and its page after the next start, until it was away for long or its file is deleted", async () => {
    await using app = await setUp();
    const browser = { cookie: app.cookie, origin: app.origin };
    const page = createPage();
    expect(await upgrade(app.port, browser, withTicket(app, page))).toBe(101);
    await app.served.close();
    let now = app.home.host.now();
    const second = await serve(app.home, () => now, [app.port]);
    const plain: Answering = (challenge) => page.proof(signedText(app.origin, challenge));
    expect((await get(second.port, "/", { cookie: app.cookie })).status).toBe(200);
    expect(await upgrade(second.port, browser, plain)).toBe(101);
    now += browserLifeMs / 2;
    expect(await upgrade(second.port, browser, plain)).toBe(101);
    // Coming counts.
    now += browserLifeMs - 1;
    expect(await upgrade(second.port, browser, plain)).toBe(101);
    now += browserLifeMs;
    expect(await upgrade(second.port, browser, plain)).toBe(401);
    now -= browserLifeMs;
    expect(await upgrade(second.port, browser, plain)).toBe(101);
    await rm(join(app.home.home, "browsers.json"));
    expect(await upgrade(second.port, browser, plain)).toBe(401);
    await second.close();
  });

  it("refuses what is no address, and goes on", async () => {
    await using app = await setUp();
    for (const path of ["//", "//@", "http://["]) expect((await get(app.port, path)).status).toBe(400);
    expect((await get(app.port, "/", { cookie: app.cookie })).status).toBe(200);
  });

  it("says in one sentence that a port is taken, and takes the next of several", async () => {
    await using app = await setUp();
    const options = { host: app.home.host, files: nodeFileSystem, pages: "nowhere", connect: () => undefined };
    const second = await serveApp({ ...options, ports: [app.port] });
    expect(!second.ok && second.error.message).toContain(String(app.port));
    const third = value(await serveApp({ ...options, ports: [app.port, 0] }));
    expect(third.port).not.toBe(app.port);
    await third.close();
  });
});
