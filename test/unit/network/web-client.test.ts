import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { directNetwork, type Network } from "../../../src-main/network/network.ts";
import { createWebClient, type WebRequest } from "../../../src-main/network/web-client.ts";
import { createManualClock } from "../../support/manual-clock.ts";
import { startScriptedProxy } from "../../support/scripted-proxy.ts";
import { publicAddress, type ScriptedWeb, startScriptedWeb } from "../../support/scripted-web.ts";
import { networkOf, startSecureTarget } from "../../support/secure-target.ts";
import { realClock } from "../../support/tool-context.ts";

interface Asked extends Partial<WebRequest> {
  readonly network?: Network;
}

async function get(web: ScriptedWeb, address: string, { network = directNetwork, ...more }: Asked = {}) {
  const client = createWebClient({ network, clock: realClock, sockets: web.sockets });
  const { signal } = new AbortController();
  return client.get({ address, accept: "text/html", maxBytes: 100_000, signal, ...more });
}

function told(answer: Awaited<ReturnType<typeof get>>): string {
  return answer.ok ? `${answer.value.status} ${answer.value.bytes.toString()}` : answer.error.kind;
}

describe("a page of the web", () => {
  it("comes with its last address, its status and its kind, unpacked", async () => {
    await using web = await startScriptedWeb({
      pages: {
        "ok.example/a": { status: 302, headers: { location: "//other.example/b?q=1" } },
        "other.example/b?q=1": {
          status: 404,
          headers: { "content-type": "text/plain", "content-encoding": "gzip" },
          body: gzipSync("not here"),
        },
      },
    });
    const answer = await get(web, "http://ok.example/a");
    expect(told(answer)).toBe("404 not here");
    expect(answer.ok && [answer.value.url.href, answer.value.contentType]).toEqual([
      "http://other.example/b?q=1",
      "text/plain",
    ]);
    expect(web.connected).toEqual([`${publicAddress}:80`, `${publicAddress}:80`]);
  });

  it("is asked for without a cookie, a referrer, or the name and password of its address, also after a redirect", async () => {
    await using web = await startScriptedWeb({
      pages: {
        "ok.example/": { status: 301, headers: { location: "http://bob:word@next.example/", "set-cookie": "a=b" } },
        "next.example/": { body: "here" },
      },
    });
    const answer = await get(web, "http://ann:secret@ok.example/#part");
    expect(told(answer)).toBe("200 here");
    expect(answer.ok && answer.value.notes).toEqual(["The name and password in the address were not sent."]);
    for (const { headers } of web.seen) {
      expect(Object.keys(headers).toSorted()).toEqual(
        ["accept", "accept-encoding", "accept-language", "connection", "host", "user-agent"].toSorted(),
      );
    }
    expect(JSON.stringify(web.seen)).not.toMatch(/secret|word/);
  });

  it.each([
    ["http://169.254.169.254/latest/"],
    ["http://[::ffff:127.0.0.1]/"],
    ["http://localhost:8080/"],
    ["http://inner.example/"],
    ["file:///etc/passwd"],
    ["http://"],
  ])("is not followed to %s, and nothing is connected to there", async (location) => {
    await using web = await startScriptedWeb({
      pages: { "ok.example/": { status: 302, headers: { location } } },
      names: { "inner.example": ["10.0.0.7"] },
    });
    expect(told(await get(web, "http://ok.example/"))).toMatch(/^(?:refused|address)$/);
    expect(web.connected).toEqual([`${publicAddress}:80`]);
  });

  it("is given up after five redirects, and in a circle", async () => {
    const chain = Array.from({ length: 50 }, (_, index) => [
      `ok.example/${index}`,
      { status: 301, headers: { location: `/${index + 1}` } },
    ]);
    await using web = await startScriptedWeb({
      pages: {
        ...Object.fromEntries(chain),
        "ok.example/a": { status: 302, headers: { location: "/b" } },
        "ok.example/b": { status: 302, headers: { location: "/a" } },
      },
    });
    expect(told(await get(web, "http://ok.example/0"))).toBe("redirects");
    expect(web.seen.length).toBe(6);
    expect(told(await get(web, "http://ok.example/a"))).toBe("redirects");
    expect(web.seen.length).toBe(12);
  });

  it("is cut at its limit after unpacking, however much a small answer unpacks to", async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000, "a"));
    await using web = await startScriptedWeb({
      pages: {
        "ok.example/bomb": { headers: { "content-encoding": "gzip" }, body: bomb },
        "ok.example/twice": { headers: { "content-encoding": "gzip, gzip" }, body: gzipSync(bomb) },
        "ok.example/broken": { headers: { "content-encoding": "gzip" }, body: "no gzip at all" },
      },
    });
    const cut = await get(web, "http://ok.example/bomb");
    expect(cut.ok && [cut.value.isCut, cut.value.bytes.length]).toEqual([true, 100_000]);
    expect(told(await get(web, "http://ok.example/twice"))).toBe("broken");
    expect(told(await get(web, "http://ok.example/broken"))).toBe("broken");
  });

  it("is told as what it is when there is no such host, nobody answers, or the answer is none", async () => {
    await using web = await startScriptedWeb({
      pages: {
        "ok.example/": { instead: "close" },
        "ok.example/long": { headers: { "x-long": "a".repeat(100_000) } },
      },
      names: { "no.example": [] },
    });
    expect(told(await get(web, "http://no.example/"))).toBe("unknown-host");
    expect(told(await get(web, "http://ok.example/"))).toBe("broken");
    expect(told(await get(web, "http://ok.example/long"))).toBe("broken");
    await using nobody = await startScriptedWeb({ pages: {}, port: 1 });
    expect(told(await get(nobody, "http://ok.example/"))).toBe("unreachable");
  });

  it("is not waited for longer than its time, nor past a stop", async () => {
    const begun = { headers: { "content-encoding": "gzip" }, body: gzipSync("begun"), isEndless: true } as const;
    await using web = await startScriptedWeb({
      pages: { "ok.example/": { instead: "hang" }, "ok.example/begun": begun },
    });
    const clock = createManualClock();
    const client = createWebClient({ network: directNetwork, clock, sockets: web.sockets });
    const stop = new AbortController();
    const request = { address: "http://ok.example/", accept: "*/*", maxBytes: 10, signal: stop.signal };
    const late = client.get(request);
    clock.advance(20_000);
    expect(told(await late)).toBe("timeout");
    const unended = client.get({ ...request, address: "http://ok.example/begun" });
    while (!web.seen.some(({ path }) => path === "/begun")) await new Promise((resolve) => setImmediate(resolve));
    clock.advance(45_000);
    expect(told(await unended)).toBe("timeout");
    const stopped = client.get(request);
    stop.abort();
    expect(told(await stopped)).toBe("aborted");
    expect(told(await client.get(request))).toBe("aborted");
    expect(clock.pending).toBe(0);
  });
});

describe("the certificate of a page", () => {
  it("is held against the name in the address, although an address was connected to", async () => {
    await using target = await startSecureTarget();
    await using web = await startScriptedWeb({ pages: {}, port: target.port });
    expect(told(await get(web, "https://models.example/there", { network: networkOf({}) }))).toBe("200 half whole");
    expect(web.connected.at(-1)).toBe(`${publicAddress}:443`);
    expect(target.seen).toEqual(["GET models.example/there"]);
    expect(told(await get(web, "https://other.example/", { network: networkOf({}) }))).toBe("certificate");
    expect(target.seen.length).toBe(1);
  });
});

describe("a page behind a proxy", () => {
  it("is looked up here and asked for by the address that was checked", async () => {
    await using target = await startSecureTarget();
    await using proxy = await startScriptedProxy(target);
    await using web = await startScriptedWeb({ pages: {}, names: { "inner.example": ["10.0.0.1"] } });
    const network = networkOf({ ALL_PROXY: proxy.url });
    expect(told(await get(web, "https://models.example/there", { network }))).toBe("200 half whole");
    expect(new Set(proxy.asked)).toEqual(new Set([`CONNECT ${publicAddress}:443`]));
    const before = proxy.connections;
    for (const address of ["https://inner.example/", "https://10.0.0.1/", "https://metadata.google.internal/"]) {
      expect(told(await get(web, address, { network }))).toBe("refused");
    }
    expect(proxy.connections).toBe(before);
    expect(web.connected).toEqual([]);
  });

  it("is asked for by its name where no name can be looked up here, which is said", async () => {
    await using target = await startSecureTarget();
    await using proxy = await startScriptedProxy(target);
    await using web = await startScriptedWeb({ pages: {}, names: { "models.example": [], "wiki.corp": [] } });
    const network = networkOf({ ALL_PROXY: proxy.url });
    const answer = await get(web, "https://models.example/there", { network });
    expect(told(answer)).toBe("200 half whole");
    expect(answer.ok && answer.value.notes).toEqual([
      "The proxy looked up models.example: Perch could not check where it lies.",
    ]);
    expect(told(await get(web, "https://wiki.corp/", { network }))).toBe("refused");
    expect(new Set(proxy.asked)).toEqual(new Set(["CONNECT models.example:443"]));
  });

  it("says what the proxy did where it refuses", async () => {
    await using target = await startSecureTarget();
    await using proxy = await startScriptedProxy(target, { instead: "refuse" });
    await using web = await startScriptedWeb({ pages: {} });
    const answer = await get(web, "https://models.example/", { network: networkOf({ ALL_PROXY: proxy.url }) });
    expect(answer.ok || answer.error).toMatchObject({ kind: "proxy", message: expect.stringContaining("proxy") });
    const unusable = await get(web, "https://models.example/", { network: networkOf({ ALL_PROXY: "socks5://a:1" }) });
    expect(told(unusable)).toBe("proxy");
  });
});
