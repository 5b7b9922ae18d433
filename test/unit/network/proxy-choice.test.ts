import { describe, expect, it } from "vitest";
import { chooseProxy } from "../../../src-main/network/proxy-choice.ts";

const proxy = "http://proxy.example:3128";

function way(target: string, env: Readonly<Record<string, string>>, setting: string | null = null): string {
  const choice = chooseProxy(new URL(target), setting, env);
  if (choice.kind === "direct") return choice.why;
  return choice.kind === "proxy" ? choice.proxy.url.href : choice.reason;
}

describe("NO_PROXY", () => {
  it.each([
    ["models.example", "https://models.example/v1", true],
    ["models.example", "https://eu.models.example/v1", true],
    ["models.example", "https://othermodels.example/v1", false],
    [".models.example", "https://eu.models.example/", true],
    [".models.example", "https://models.example/", true],
    ["*.models.example", "https://eu.models.example/", true],
    ["MODELS.Example", "https://models.example/", true],
    ["models.example.", "https://models.example/", true],
    ["models.example", "https://models.example./", true],
    ["models.example:443", "https://models.example/", true],
    ["models.example:443", "https://models.example:8443/", false],
    ["models.example:8443", "https://models.example:8443/", true],
    ["models.example:80", "http://models.example/", true],
    ["a.example, models.example", "https://models.example/", true],
    ["a.example models.example", "https://models.example/", true],
    ["*", "https://models.example/", true],
    ["", "https://models.example/", false],
    [",,", "https://models.example/", false],
    [".", "https://models.example/", false],
    ["example", "https://models.example/", true],
    ["10.1.2.3", "http://10.1.2.3/", true],
    ["10.1.2.3", "http://10.1.2.30/", false],
    ["10.1.2.3:8080", "http://10.1.2.3:8080/", true],
    ["10.1.2.3:8080", "http://10.1.2.3/", false],
    ["10.0.0.0/8", "http://10.200.3.4/", true],
    ["10.0.0.0/8", "http://11.0.0.1/", false],
    ["192.168.1.0/24", "http://192.168.1.77/", true],
    ["192.168.1.0/24", "http://192.168.2.1/", false],
    ["10.0.0.0/8", "http://models.example/", false],
    ["10.0.0.0/99", "http://10.0.0.1/", false],
    ["10.0.0.0/x", "http://10.0.0.1/", false],
    ["nonsense/8", "http://10.0.0.1/", false],
    ["2001:db8::1", "http://[2001:db8::1]/", true],
    ["[2001:db8::1]", "http://[2001:db8::1]/", true],
    ["[2001:db8::1]:8080", "http://[2001:db8::1]:8080/", true],
    ["[2001:db8::1]:8080", "http://[2001:db8::1]/", false],
    ["2001:db8::/32", "http://[2001:db8:7::9]/", true],
    ["2001:db8::/32", "http://[2001:db9::9]/", false],
    ["2001:0db8:0:0::1", "http://[2001:db8::1]/", true],
  ])("of %j lets %s past: %s", (list, target, isPast) => {
    expect(way(target, { HTTPS_PROXY: proxy, HTTP_PROXY: proxy, NO_PROXY: list })).toBe(
      isPast ? "exempt" : `${proxy}/`,
    );
  });
});

describe("which proxy", () => {
  const [https, http, all] = ["http://s:1/", "http://h:2/", "http://a:3/"];
  it.each<[string, Readonly<Record<string, string>>, string | null, string]>([
    ["https://m.example", { HTTPS_PROXY: https, HTTP_PROXY: http, ALL_PROXY: all }, null, https],
    ["http://m.example", { HTTPS_PROXY: https, HTTP_PROXY: http, ALL_PROXY: all }, null, http],
    ["https://m.example", { HTTP_PROXY: http, ALL_PROXY: all }, null, all],
    ["https://m.example", { HTTP_PROXY: http }, null, "none-set"],
    ["https://m.example", { https_proxy: https, HTTPS_PROXY: http }, null, https],
    ["https://m.example", { https_proxy: "", HTTPS_PROXY: http }, null, http],
    ["https://m.example", { all_proxy: all, HTTPS_PROXY: https }, null, https],
    ["https://m.example", { https_proxy: https, no_proxy: "other", NO_PROXY: "*" }, null, https],
    ["https://m.example", { HTTPS_PROXY: "proxy.example:3128" }, null, `${proxy}/`],
    ["https://m.example", { HTTPS_PROXY: "socks5://p:1080" }, null, "socks"],
    ["https://m.example", { HTTPS_PROXY: "ftp://p:1" }, null, "address"],
    ["https://m.example", { HTTPS_PROXY: "http://p:99999" }, null, "address"],
    ["https://m.example", { HTTPS_PROXY: https }, "none", "setting"],
    ["https://m.example", { HTTPS_PROXY: https }, " Direct ", "setting"],
    ["https://m.example", { HTTPS_PROXY: https }, proxy, `${proxy}/`],
    ["https://m.example", { HTTPS_PROXY: https }, "  ", https],
    ["https://m.example", { NO_PROXY: "m.example" }, proxy, "exempt"],
    ...[
      "http://localhost:1",
      "http://x.localhost",
      "http://127.9.9.9",
      "http://127.1",
      "http://[::1]",
      "http://0.0.0.0",
    ].map((target): [string, Readonly<Record<string, string>>, string | null, string] => [
      target,
      { http_proxy: http, all_proxy: all },
      proxy,
      "this-computer",
    ]),
    ["http://[::ffff:127.0.0.1]", { http_proxy: http }, null, "this-computer"],
    ["http://localhost.example", { http_proxy: http }, null, http],
  ])("%s with %j and the setting %j goes by %s", (target, env, setting, expected) => {
    expect(way(target, env, setting)).toBe(expected);
  });

  it("names the variable as it is spelt, or the setting", () => {
    const source = (env: Readonly<Record<string, string>>, setting: string | null) => {
      const choice = chooseProxy(new URL("https://m.example"), setting, env);
      return choice.kind === "proxy" ? choice.proxy.source : null;
    };
    expect(source({ all_proxy: all }, null)).toEqual({ kind: "variable", name: "all_proxy" });
    expect(source({ all_proxy: all }, proxy)).toEqual({ kind: "setting" });
  });
});
