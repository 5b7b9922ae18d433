import { existsSync } from "node:fs";
import { expect, it } from "vitest";
import { createPolicy } from "../../../src-main/policy/decide.ts";
import type { CommandReach } from "../../../src-main/policy/subject.ts";
import { hiddenNamed } from "../../../src-main/tools/sandbox-notes.ts";
import type { ToolContext } from "../../../src-main/tools/tool.ts";
import { approvalModeSchema } from "../../../src-preload/contract/records.ts";
import { fail, ok } from "../../../src-preload/contract/result.ts";
import { plainParts, plainPlace } from "../../support/policy-question.ts";
import { createToolBench } from "../../support/tool-context.ts";

type Ground = ToolContext["commands"];

const confined: CommandReach = { kind: "confined", folder: "/work", hosts: [] };

/** Commands as they are with this sandbox, which hands each on as it is. */
const groundWith = (changes: Partial<Ground>): Ground => ({
  sandbox: {
    state: async () => ({ kind: "ready" }),
    confine: async ({ script }) =>
      ok({
        file: "/bin/sh",
        arguments: ["-c", `echo confined; ${script}`],
        env: {},
        done: async () => ({ hosts: ["a.example"], acting: [".mcp.json"], hidden: ["/etc/shadow", "/etc/shadow-"] }),
      }),
  },
  running: { start: async () => fail("not in this test"), find: () => null },
  mode: "auto",
  isSandboxOn: true,
  allowedHosts: [],
  decided: null,
  ...changes,
});

it("a confined command tells the model and the person what it was refused and what it made", async () => {
  const bench = await createToolBench({ commands: groundWith({}) });
  expect(await bench.call("exec", { command: "echo hi" })).toMatchObject({
    kind: "done",
    content: expect.stringMatching(
      /^confined\nhi\n\[Exit status 0\]\n\[The sandbox kept.*a\.example.*\]\n\[Made by.*\.mcp\.json/,
    ),
    details: { refused: [{ kind: "host", host: "a.example" }], acting: [".mcp.json"] },
  });
});

it("a confined command says that a secret is hidden, and not missing, where it or its output names it", async () => {
  const bench = await createToolBench({ commands: groundWith({}) });
  for (const command of ["echo /etc/shadow/", 'p=/etc/sha; echo "$p"dow']) {
    expect(await bench.call("exec", { command })).toMatchObject({
      content: expect.stringContaining("[Hidden from this command by the sandbox, and not missing: /etc/shadow."),
    });
  }
  const { content } = { content: "", ...(await bench.call("exec", { command: "echo /etc/shadowed" })) };
  expect(content).not.toContain("Hidden from");
});

it("names what is hidden as a person writes it, below the home folder", () => {
  const hidden = ["/home/me/.ssh", "/home/me/.netrc", "/home/me/.aws"];
  const words = 'cat ~/.ssh/id_rsa "$HOME/.netrc" ~/.awsome';
  expect(hiddenNamed(hidden, words, "/home/me")).toEqual(["~/.ssh", "~/.netrc"]);
});

it.each([
  [{}, {}, "confined"],
  [{}, { outside: true }, "asked"],
  [{ mode: "full" }, {}, "full"],
  [{ isSandboxOn: false }, {}, "off"],
  [{ isSandboxOn: false }, { outside: true }, "off"],
] as const)("with %j and %j its reach is known before it runs", async (changes, more, kind) => {
  const bench = await createToolBench({ commands: groundWith(changes) });
  const subject = await bench.subject("exec", { command: "pwd", ...more });
  expect(subject).toMatchObject({ confined: kind === "confined", reach: { kind } });
});

it("what was decided on as confined never runs otherwise", async () => {
  const bench = await createToolBench();
  const decided = {
    kind: "command",
    command: "touch ran",
    folder: bench.work,
    admitted: true,
    confined: true,
  } as const;
  const commands = groundWith({
    sandbox: {
      state: async () => ({ kind: "unavailable", reason: "It is gone.", nextStep: null }),
      confine: async () => fail("it is gone"),
    },
    decided: { ...decided, reach: confined },
  });
  const result = await bench.call("exec", { command: "touch ran" }, { ...bench.context, commands });
  expect(result).toMatchObject({ kind: "failed", details: { code: "not-confined" } });
  expect(existsSync(bench.at("ran"))).toBe(false);
});

it("a confined command runs without asking in auto mode alone, and one outside asks in every mode but full", async () => {
  const policy = createPolicy(plainParts);
  const roots = { list: [], restricted: true };
  const verdicts = (isConfined: boolean) =>
    Promise.all(
      approvalModeSchema.options.map(async (mode) => {
        const reach: CommandReach = isConfined ? confined : { kind: "asked" };
        const subject = {
          kind: "command",
          command: "x",
          folder: "/",
          admitted: true,
          confined: isConfined,
          reach,
        } as const;
        const { kind } = await policy.decide({ ...plainPlace, tool: "exec", effect: "execute", subject, mode, roots });
        return `${mode} ${kind}`;
      }),
    );
  expect(await verdicts(true)).toEqual(["ask ask", "accept-edits ask", "plan deny", "auto allow", "full allow"]);
  expect(await verdicts(false)).toEqual(["ask ask", "accept-edits ask", "plan deny", "auto ask", "full allow"]);
});
