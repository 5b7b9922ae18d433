import { expect, it } from "vitest";
import { createTransport } from "../../../src-main/models/http/transport.ts";
import { authorityFile } from "../../support/certificates.ts";
import { startScriptedProxy } from "../../support/scripted-proxy.ts";
import { networkOf, startSecureTarget } from "../../support/secure-target.ts";

/*
 * What is trusted holds for the process: this file has one of its own.
 */

it("a proxy by TLS, and what is behind it, is trusted once SSL_CERT_FILE names who signed for it", async () => {
  await using target = await startSecureTarget();
  await using proxy = await startScriptedProxy(target, { isSecure: true });
  const ask = async (authority: string) => {
    using transport = createTransport(networkOf({ HTTPS_PROXY: proxy.url, SSL_CERT_FILE: authority }));
    const request = { headers: {}, body: null, signal: new AbortController().signal };
    const { stream } = await transport.send(new URL("https://models.example/v1"), request);
    return (await stream.toArray()).join("");
  };
  expect(await ask(authorityFile)).toBe("half whole");
  expect(proxy.asked).toEqual(["CONNECT models.example:443"]);
});
