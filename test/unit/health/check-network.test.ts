import { expect, it } from "vitest";
import { checkNetwork } from "../../../src-main/health/check-network.ts";
import { settingsSchema } from "../../../src-preload/contract/settings.ts";
import { createTestHome } from "../../support/test-home.ts";

const own = "http://n:open-sesame@own.example:8080";

it.each<[Readonly<Record<string, string>>, string | null, string, RegExp]>([
  [{}, null, "ok", /^none is used: neither/],
  [{ HTTPS_PROXY: own }, "none", "ok", /^none is used, by the setting/],
  [
    { HTTPS_PROXY: own },
    null,
    "ok",
    /^https addresses are asked through http:\/\/own\.example:8080, from the variable HTTPS_PROXY;[^;]*$/,
  ],
  [
    { http_proxy: "p.example" },
    own,
    "ok",
    /^https .*own\.example:8080, from the setting network\.proxy.*; http .*own\.example/,
  ],
  [{ all_proxy: "socks5h://p.example" }, null, "broken", /from the variable all_proxy begins with socks/],
])("with %j and the setting %j the proxy is %s", async (env, proxy, state, words) => {
  await using home = await createTestHome(env);
  const check = await checkNetwork(settingsSchema.parse({ network: { proxy } }), home.host);
  expect(check.state).toBe(state);
  expect(check.message).toMatch(words);
  expect(JSON.stringify(check)).not.toContain("open-sesame");
});
