import { once } from "node:events";
import { createServer } from "node:net";
import { expect, it } from "vitest";
import { keepProcess } from "../../../scripts/dev/kept-process.ts";
import { devHeaders } from "../../../scripts/dev/page-server.ts";
import { freePort } from "../../../scripts/dev/place.ts";
import { pageHeaders } from "../../../src-main/serve/page-headers.ts";

it("gives a page that is worked on the policy of the built one, and lets in the inline script of its own start alone", () => {
  const policy = devHeaders("abc")["content-security-policy"];
  expect(policy?.replace("script-src 'self' 'nonce-abc'", "script-src 'self'")).toBe(
    pageHeaders["content-security-policy"],
  );
  expect(policy?.split("nonce-").length).toBe(2);
});

it("takes a port that is free at every address", async () => {
  const port = await freePort(23_000, ["127.0.0.1"]);
  const server = createServer().listen(port, "127.0.0.1");
  await once(server, "listening");
  expect(await freePort(port, ["127.0.0.1"])).toBeGreaterThan(port);
  server.close();
});

it("replaces a process by one and only one, whatever is asked meanwhile, and takes it along", async () => {
  const lines: string[] = [];
  let heard = Promise.withResolvers<void>();
  const gone: (number | null)[] = [];
  const script = "console.log(process.pid); process.on('SIGTERM', () => process.exit(0)); setInterval(() => {}, 1e6)";
  const kept = keepProcess({
    program: process.execPath,
    args: ["-e", script],
    env: process.env,
    onLine(line) {
      lines.push(line);
      heard.resolve();
    },
    onGone: (status) => gone.push(status),
  });
  await kept.replace();
  await heard.promise;
  heard = Promise.withResolvers();
  await Promise.all([kept.replace(), kept.replace(), kept.replace()]);
  await heard.promise;
  await kept[Symbol.asyncDispose]();
  expect(new Set(lines).size).toBe(2);
  for (const pid of lines) expect(() => process.kill(Number(pid), 0)).toThrow("ESRCH");
  expect(gone).toEqual([]);
});
