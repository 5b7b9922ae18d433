import { expect, it } from "vitest";
import { draftOf, emptyDraft, isPlaceholder, isWhole, saveOf } from "../../../src-renderer/state/mcp-draft.ts";

/* A server that was pasted, before it is added. */

const command = { kind: "command", command: "npx", args: ["-y", "a server", "/my folder"], cwd: null } as const;
const given = (values: Readonly<Record<string, string>>) => draftOf({ name: "a", target: command, values });

it.each([
  "<YOUR_TOKEN>",
  "<your api key>",
  "[API KEY]",
  "{{TOKEN}}",
  "your-key-here",
  "YOUR_API_KEY",
  "api-key-here",
  "insert-your-token",
  "xxxx",
  "...",
  "changeme",
  "sk-xxxx",
  "ghp_your_token",
])("takes %s for what stands in the place of a value", (value) => {
  expect(isPlaceholder(value)).toBe(true);
});

it.each(["sk-0123456789abcdef", "https://example.com", "info", "true", "/home/me", "", "$HOME", "younger", "5432"])(
  "takes %s for a value",
  (value) => {
    expect(isPlaceholder(value)).toBe(false);
  },
);

it("shows a placeholder as what is to be entered, and a value as it was pasted", () => {
  const { values } = given({ TOKEN: "<YOUR_TOKEN>", LEVEL: "info" });
  expect(values).toMatchObject([
    { name: "TOKEN", value: "", hint: "<YOUR_TOKEN>" },
    { name: "LEVEL", value: "info", hint: "" },
  ]);
});

it("puts the scheme of a header in front of the key alone, and not twice", () => {
  const target = { kind: "address", url: "https://mcp.example.com" } as const;
  const draft = draftOf({ name: "a", target, values: { Authorization: "Bearer <token>" } });
  const entered = (value: string) => saveOf({ ...draft, values: draft.values.map((one) => ({ ...one, value })) });
  expect(entered("abc").values).toEqual({ Authorization: "Bearer abc" });
  expect(entered("bearer abc").values).toEqual({ Authorization: "bearer abc" });
  expect(draftOf({ name: "a", target, values: { Authorization: "Bearer abc" } }).values).toMatchObject([
    { prefix: "", value: "Bearer abc" },
  ]);
});

it("sends back what was pasted, without the values that were left empty", () => {
  expect(saveOf(given({ TOKEN: "<YOUR_TOKEN>", LEVEL: "info" }))).toEqual({
    name: "a",
    isNew: true,
    target: command,
    sandbox: { mode: "on", hosts: [], folders: [] },
    values: { LEVEL: "info" },
  });
});

it("keeps spaces in an argument, and sends a folder that was left empty as none", () => {
  const draft = { ...emptyDraft, name: " b ", command: " node ", args: "one\n\n  two words \n", cwd: " " };
  expect(saveOf(draft)).toMatchObject({
    name: "b",
    target: { command: "node", args: ["one", "two words"], cwd: null },
  });
});

it("is whole with a name and a command, or an address", () => {
  expect(isWhole({ ...emptyDraft, name: "a" })).toBe(false);
  expect(isWhole({ ...emptyDraft, name: "a", command: "npx" })).toBe(true);
  expect(isWhole({ ...emptyDraft, name: "a", command: "npx", kind: "address" })).toBe(false);
  expect(isWhole({ ...emptyDraft, name: "a", url: "https://host", kind: "address" })).toBe(true);
});

it("sends what a program may reach a line each, and nothing of that for an address", () => {
  const reach = { isOn: false, hosts: " api.example.com \n\n*.example.org", folders: "~/notes\n" };
  expect(saveOf({ ...given({}), reach }).sandbox).toEqual({
    mode: "off",
    hosts: ["api.example.com", "*.example.org"],
    folders: ["~/notes"],
  });
  expect(saveOf({ ...given({}), kind: "address", url: "https://example.com/mcp", reach })).not.toHaveProperty(
    "sandbox",
  );
});
