import { describe, expect, it } from "vitest";
import type { McpSignIn } from "../../../src-preload/contract/mcp-sign-in.ts";
import { listedWords, waitsForPerson } from "../../../src-renderer/features/connections/mcp/server-state.ts";
import { buttonWords, signInWords } from "../../../src-renderer/features/connections/mcp/sign-in-words.ts";
import { text } from "../../../src-renderer/ui/text.ts";
import { serverOf } from "../../support/mcp-facts.ts";

const target = { kind: "address", url: "https://mcp.example.com/mcp" } as const;

function signInOf(more: Partial<McpSignIn> = {}): McpSignIn {
  return {
    state: "needed",
    as: null,
    at: "login.example.com",
    rights: null,
    isOffered: true,
    isByItself: false,
    url: null,
    reason: null,
    ...more,
  };
}

describe("the card of signing in", () => {
  it.each<readonly [Partial<McpSignIn>, string, string, string]>([
    [{}, "mcp.example.com wants you to sign in", "never sees your password", "Sign in"],
    [{ isOffered: false }, "lets nobody in without a key", "Set its key below", "Sign in"],
    [{ rights: "write" }, "wants you to allow more", "not given so far: write", "Sign in to allow it"],
    [{ state: "expired", as: "Ada" }, "not signed in any more", "known there as Ada", "Sign in again"],
    [{ state: "expired" }, "not signed in any more", "does not count any more", "Sign in again"],
    [{ state: "denied", reason: "It said no." }, "You are not signed in", "It said no.", "Sign in again"],
    [{ state: "signed-in", as: "Ada" }, "Signed in as Ada", "At login.example.com.", "Sign out"],
    [{ state: "signed-in" }, "Signed in at login.example.com", "where your keys are", "Sign out"],
  ])("says for %j how it stands, and what to press", (more, title, words, button) => {
    const signIn = signInOf(more);
    const said = signInWords(serverOf("web", { target, signIn }), signIn);
    expect(said.title).toContain(title);
    expect(said.words).toContain(words);
    expect(text(buttonWords(signIn))).toBe(button);
  });

  it("asks nobody to sign in where the settings do", () => {
    const signIn = signInOf({ state: "signed-in", isByItself: true });
    expect(signInWords(serverOf("web", { target, signIn }), signIn).title).toContain("without you");
  });
});

describe("a server in the list", () => {
  it("says that it waits for the person, also where only one call needs it", () => {
    const wanted = serverOf("web", { target, state: "sign-in", signIn: signInOf() });
    const narrow = serverOf("web", { target, signIn: signInOf({ rights: "write" }) });
    expect([listedWords(wanted), waitsForPerson(wanted)]).toEqual(["Sign in", true]);
    expect([listedWords(narrow), waitsForPerson(narrow)]).toEqual(["Sign in", true]);
    const begun = serverOf("web", { target, state: "sign-in", signIn: signInOf({ state: "signing-in" }) });
    expect(listedWords(begun)).toBe("Signing in…");
    const off = serverOf("web", { target, state: "off", signIn: signInOf({ rights: "write" }) });
    expect([listedWords(off), waitsForPerson(off)]).toEqual(["Off", false]);
    expect(waitsForPerson(serverOf("web", { target, signIn: signInOf({ state: "signed-in" }) }))).toBe(false);
  });
});
