import { expect, it } from "vitest";
import { refusalsOf, refusedHosts } from "../../../src-main/sandbox/refusals.ts";

it("the hosts of the runtime's store are told once each", () => {
  const line = (host: string): string => `deny network-outbound ${host}:443 (host is not on the allow list)`;
  expect(refusedHosts([line("a.example"), line("a.example"), line("::1"), "deny file-write /x"])).toEqual([
    "a.example",
    "::1",
  ]);
  expect(refusedHosts(Array.from({ length: 40 }, (_one, index) => line(`${index}.example`)))).toHaveLength(5);
});

it.each([
  ["touch: cannot touch '/x': Read-only file system", [{ kind: "write" }]],
  ["Error: EROFS: read-only file system, open '/x'", [{ kind: "write" }]],
  ["getaddrinfo EAI_AGAIN example.com", [{ kind: "network" }]],
  ["connect: Network is unreachable", [{ kind: "network" }]],
  ["No such file or directory", []],
])("%s", (output, refused) => {
  expect(refusalsOf([], output)).toEqual(refused);
});

it("a host that is known stands for the network", () => {
  expect(refusalsOf(["a.example"], "Could not resolve host")).toEqual([{ kind: "host", host: "a.example" }]);
});
