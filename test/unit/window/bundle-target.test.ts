import { expect, it } from "vitest";
import type { BundleSetting } from "../../../src-preload/contract/mcp-bundles.ts";
import { bundleTarget } from "../../../src-renderer/state/bundle-target.ts";

const plain = { title: "", description: "", kind: "text", isList: false, isSecret: false, isRequired: false } as const;
const settings: readonly BundleSetting[] = [
  { ...plain, key: "folders", kind: "folder", isList: true, standard: ["/standard"] },
  { ...plain, key: "most", kind: "number", standard: null },
  { ...plain, key: "token", isSecret: true, standard: null },
];
const target = {
  kind: "command",
  command: "node",
  args: ["i.js", "<folders>", "--most=<most>", "<token>"],
  cwd: null,
} as const;

it.each<[string, Parameters<typeof bundleTarget>[1], readonly string[]]>([
  ["nothing was entered", {}, ["i.js", "/standard", "--most=<most>", "<token>"]],
  ["all was", { folders: ["/a b", " "], most: 7, token: "hush" }, ["i.js", "/a b", "--most=7", "<token>"]],
  ["a sign was", { most: "$&<folders>" }, ["i.js", "/standard", "--most=$&<folders>", "<token>"]],
])("a bundle's command is shown with its settings, and without its secrets, where %s", (_, values, args) => {
  expect(bundleTarget({ target, settings }, values)).toMatchObject({ command: "node", args });
});

it("a server at an address is shown as it is", () => {
  const address = { kind: "address", url: "https://a.test/<folders>" } as const;
  expect(bundleTarget({ target: address, settings }, {})).toBe(address);
});
