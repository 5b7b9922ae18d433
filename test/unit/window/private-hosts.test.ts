import { expect, it } from "vitest";
import { readTypedHosts } from "../../../src-renderer/features/settings/private-hosts.ts";

it.each([
  ["", []],
  ["nas.local", ["nas.local"]],
  ["localhost, 192.168.1.5\n10.0.0.0/8 nas.local;nas.local", ["localhost", "192.168.1.5", "10.0.0.0/8", "nas.local"]],
  ["fd00::/8 [::1] my_host", ["fd00::/8", "[::1]", "my_host"]],
])("%j names hosts that may be reached", (typed, hosts) => {
  expect(readTypedHosts(typed)).toEqual({ kind: "hosts", hosts });
});

it.each([
  "http://nas.local/",
  "nas.local:8080",
  "10.0.0.0/33",
  "10.0.0.0/8/8",
  "nas.local/8",
  "300.1.1.1",
  "10.0.0",
  "*.local",
  "fd00::/129",
  "12345::",
  "-nas",
  `${"a".repeat(254)}`,
])("%j is named as none", (word) => {
  expect(readTypedHosts(`localhost ${word}`)).toEqual({ kind: "wrong", word });
});
