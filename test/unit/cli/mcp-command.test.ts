import { describe, expect, it } from "vitest";
import type { ExitCode } from "../../../src-main/cli/context.ts";
import { readMcpCall } from "../../../src-main/cli/mcp-call.ts";
import { signIn } from "../../../src-main/cli/mcp-sign-in.ts";
import { createSignInBench, type SignInBench } from "../../support/mcp/sign-in-bench.ts";

describe("what follows perch mcp", () => {
  it("is a list, or an act with the name of a server", async () => {
    expect(await readMcpCall(["list"])).toMatchObject({ value: { kind: "list", json: false } });
    expect(await readMcpCall(["list", "--json"])).toMatchObject({ value: { kind: "list", json: true } });
    expect(await readMcpCall(["sign-in", "web", "--no-browser"])).toMatchObject({
      value: { kind: "sign-in", name: "web", isOpened: false },
    });
    expect(await readMcpCall(["sign-out", "web"])).toMatchObject({ value: { kind: "sign-out", name: "web" } });
    for (const wrong of [["sign-in"], ["sign-in", "--json"], ["sign-out", "web", "--no-browser"], ["list", "web"]]) {
      expect((await readMcpCall(wrong)).ok).toBe(false);
    }
  });
});

/** The command on a terminal that can only be read; `interrupt` is Ctrl-C. */
function begin(bench: SignInBench) {
  const said: string[] = [];
  const interrupts = new Set<(status: ExitCode) => void>();
  const context = {
    isTerminal: false,
    say: (line: string) => void said.push(line),
    onInterrupt(listener: (status: ExitCode) => void) {
      interrupts.add(listener);
      return () => void interrupts.delete(listener);
    },
  };
  const ended = signIn({ name: "web", isOpened: false }, bench.client, context);
  const page = () =>
    said
      .join("\n")
      .split("\n")
      .find((line) => line.startsWith("http")) ?? "";
  return { said, ended, page, interrupt: () => [...interrupts].map((listener) => listener(130)) };
}

describe("signing in from a terminal", () => {
  it("shows the page, and ends when the person has signed in and the server is there", async () => {
    await using bench = await createSignInBench({ choices: { person: { name: "Ada" } } });
    await bench.restart();
    const command = begin(bench);
    await expect.poll(command.page).not.toBe("");
    await bench.server.visit(command.page());
    expect(await command.ended).toMatchObject({ state: "ready", signIn: { state: "signed-in", as: "Ada" } });
  });

  it("ends with the reason where that came to nothing, and is given up by an interrupt", async () => {
    await using bench = await createSignInBench({ choices: { isDenying: true } });
    await bench.restart();
    const denied = begin(bench);
    await expect.poll(denied.page).not.toBe("");
    await bench.server.visit(denied.page());
    expect(await denied.ended).toMatchObject({ signIn: { state: "denied" } });
    const stopped = begin(bench);
    await expect.poll(stopped.page).not.toBe("");
    stopped.interrupt();
    expect(await stopped.ended).toBe(130);
    expect((await bench.signInRow())?.url).toBeNull();
    await bench.server[Symbol.asyncDispose]();
    const unreachable = begin(bench);
    expect(await unreachable.ended).toBe(1);
    expect(unreachable.said.join()).toContain("cannot be reached");
  });
});
