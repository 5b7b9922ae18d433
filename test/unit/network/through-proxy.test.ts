import { describe, expect, it } from "vitest";
import { createTransport } from "../../../src-main/models/http/transport.ts";
import { createNetworkFetch } from "../../../src-main/network/network-fetch.ts";
import { ProxyFailure } from "../../../src-main/network/proxy-failure.ts";
import { gate } from "../../support/agent-bench.ts";
import { startScriptedEndpoint } from "../../support/scripted-endpoint.ts";
import { type ProxyScript, type ScriptedProxy, startScriptedProxy } from "../../support/scripted-proxy.ts";
import { networkOf, startSecureTarget } from "../../support/secure-target.ts";
import { createTestHome, endpointSettings, record, terminal, value } from "../../support/test-home.ts";

const password = "pass:w%rd@1";
function withPassword(proxy: ScriptedProxy, name = "us%40er", word = encodeURIComponent(password)): string {
  return proxy.url.replace("//", `//${name}:${word}@`);
}

async function ask(url: string, env: Readonly<Record<string, string>>, signal = new AbortController().signal) {
  using transport = createTransport(networkOf(env));
  const answers: string[] = [];
  for (let round = 0; round < 2; round += 1) {
    const { stream } = await transport.send(new URL(url), { headers: { a: "b" }, body: "{}", signal });
    answers.push((await stream.toArray()).join(""));
  }
  return answers;
}

describe("a request to a provider", () => {
  it("goes through a tunnel that is kept, with the password, to a server whose authority SSL_CERT_FILE names", async () => {
    await using target = await startSecureTarget();
    await using proxy = await startScriptedProxy(target, { password: `us@er:${password}` });
    const answers = await ask("https://models.example/v1?q=1", { HTTPS_PROXY: withPassword(proxy) });
    expect(answers).toEqual(["half whole", "half whole"]);
    // The first tunnel shows that nobody vouches for the server; the second is kept.
    expect(new Set(proxy.asked)).toEqual(new Set(["CONNECT models.example:443"]));
    expect(target.seen).toEqual(Array(2).fill("POST models.example/v1?q=1"));
    expect(proxy.connections).toBeLessThanOrEqual(2);
  });

  it("asks for a whole address where it is plain http, and never for this computer", async () => {
    await using endpoint = await startScriptedEndpoint(() => ({ text: "hello" }));
    const port = Number(new URL(endpoint.baseUrl).port);
    await using proxy = await startScriptedProxy({ port }, { password: `n:${password}` });
    const env = { http_proxy: withPassword(proxy, "n"), no_proxy: "past.example" };
    await ask("http://models.example/v1/chat/completions", env);
    expect(proxy.asked).toEqual(Array(2).fill("POST http://models.example/v1/chat/completions"));
    expect(proxy.headers[0]).toMatchObject({ host: "models.example", a: "b" });
    expect(proxy.connections).toBe(1);
    await ask(`${endpoint.baseUrl}/chat/completions`, env);
    expect(proxy.connections).toBe(1);
  });
});

async function troubleWith(script: ProxyScript, url = "https://models.example/v1"): Promise<ProxyFailure> {
  await using target = await startSecureTarget();
  await using proxy = await startScriptedProxy(target, script);
  const failed = await ask(url, { ALL_PROXY: withPassword(proxy) }).catch((cause: unknown) => cause);
  if (!(failed instanceof ProxyFailure)) throw new Error(`it was ${String(failed)}`);
  return failed;
}

describe("what a proxy does is told as its own fault, without its password", () => {
  it.each<[string, ProxyScript, string, string, RegExp]>([
    ["asks for a password", { password: "other:one" }, "https://models.example/v1", "sign-in", /\(407\)/],
    ["asks for a password", { password: "other:one" }, "http://models.example/v1", "sign-in", /\(407\)/],
    ["refuses", { instead: "refuse" }, "https://models.example/v1", "refused", /HTTP 403/],
    ["hangs up", { instead: "close" }, "https://models.example/v1", "broke", /broke off/],
    ["hangs up", { instead: "close" }, "http://models.example/v1", "broke", /broke off/],
  ])("%s %j %s", async (_, script, url, trouble, words) => {
    const failure = await troubleWith(script, url);
    expect(failure.trouble).toBe(trouble);
    expect(failure.message).toMatch(words);
    expect(failure.message).toMatch(/proxy http:\/\/127\.0\.0\.1:\d+, from the variable ALL_PROXY/);
    expect(`${failure.message} ${failure.nextStep}`).not.toMatch(/us%40er|us@er|w%rd|w%25rd/);
  });

  it.each([
    ["http://127.0.0.1:1", "unreachable"],
    ["http://proxy.invalid:1", "unknown-host"],
    ["socks5://127.0.0.1:1", "socks"],
    ["http://127.0.0.1:99999", "address"],
  ])("%s is %s", async (address, trouble) => {
    const failed = await ask("https://models.example/v1", { HTTPS_PROXY: address }).catch((cause: unknown) => cause);
    expect(failed).toMatchObject({ name: "ProxyFailure", trouble });
  });

  it("a proxy that says nothing holds up neither a stop nor an end", async () => {
    await using target = await startSecureTarget();
    await using proxy = await startScriptedProxy(target, { instead: "hang" });
    const stop = new AbortController();
    const failed = ask("https://models.example/v1", { HTTPS_PROXY: proxy.url }, stop.signal).catch(String);
    while (proxy.asked.length === 0) await new Promise<void>((resolve) => setImmediate(resolve));
    stop.abort();
    expect(await failed).toBe("Error: aborted");
  });
});

it("a secret's name stands for the address of the proxy", async () => {
  const choice = await networkOf({}, "secret:proxy").choice(new URL("https://models.example"));
  expect(choice).toMatchObject({ kind: "proxy", proxy: { source: { kind: "setting" } } });
});

describe("a fetch for MCP", () => {
  it("goes through the proxy, follows redirects inside an origin and streams", async () => {
    await using target = await startSecureTarget();
    await using proxy = await startScriptedProxy(target);
    using way = createNetworkFetch(networkOf({ HTTPS_PROXY: proxy.url }));
    const answer = await way.fetch("https://models.example/moved", { method: "POST", body: "{}" });
    expect(await answer.text()).toBe("half whole");
    expect(target.seen.at(-1)).toBe("POST models.example/there");
  });

  it("tells of a proxy that breaks in the middle of an answer", async () => {
    await using target = await startSecureTarget();
    const dies = gate();
    await using proxy = await startScriptedProxy(target, { breaks: dies.opened });
    using way = createNetworkFetch(networkOf({ HTTPS_PROXY: proxy.url }));
    const answer = await way.fetch("https://models.example/held");
    const reading = answer.text();
    dies.open();
    await expect(reading).rejects.toMatchObject({ name: "ProxyFailure", trouble: "broke" });
  });
});

/** The real core on a model that only the proxy can find. */
async function proxied(script: ProxyScript, deltas: readonly (string | Promise<unknown>)[]) {
  const endpoint = await startScriptedEndpoint(() => ({ deltas }));
  const proxy = await startScriptedProxy({ port: Number(new URL(endpoint.baseUrl).port) }, script);
  const home = await createTestHome();
  const settings = { ...endpointSettings("http://models.example/v1"), network: { proxy: withPassword(proxy, "n") } };
  await home.config(settings);
  const client = home.open().connect(terminal);
  const seen = await record(client);
  const send = () => client.request("chat.send", { sessionKey: "cli:direct", text: "hi", workFolder: home.work });
  return {
    endpoint,
    proxy,
    home,
    client,
    seen,
    send,
    async [Symbol.asyncDispose]() {
      await home[Symbol.asyncDispose]();
      await proxy[Symbol.asyncDispose]();
      await endpoint.close();
    },
  };
}

describe("a chat", () => {
  it("reaches its model through the proxy of the settings and nowhere past it", async () => {
    await using test = await proxied({ password: `n:${password}` }, ["Hello."]);
    value(await test.send());
    expect(await test.seen.until("run-end")).toMatchObject({ reason: "answer", text: "Hello." });
    expect(test.endpoint.connections).toBe(test.proxy.connections);
    const report = value(await test.client.request("system.doctor", {}));
    const check = report.checks.find(({ id }) => id === "network");
    expect(check?.message).toContain(
      `https addresses are asked through ${test.proxy.url}, from the setting network.proxy`,
    );
    expect(JSON.stringify([report, test.home.logged])).not.toContain(password);
  });

  it("says that the proxy broke off in the middle of an answer, and that it wants a password", async () => {
    const dies = gate();
    await using test = await proxied({ breaks: dies.opened }, ["Half ", new Promise(() => undefined)]);
    value(await test.send());
    await test.seen.until("message-delta");
    dies.open();
    const { error } = await test.seen.until("run-end");
    expect(error?.message).toMatch(
      /through the proxy http:\/\/127\.0\.0\.1:\d+, from the setting network\.proxy, broke off/,
    );
    await using other = await proxied({ password: "someone:else" }, []);
    value(await other.send());
    const end = await other.seen.until("run-end");
    expect(end.error?.message).toMatch(/asks for a name and a password \(407\).*Put them into the address/);
    expect(JSON.stringify([other.seen.events, other.home.logged])).not.toMatch(/w%25rd|w%rd/);
  });
});
