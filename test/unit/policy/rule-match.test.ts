import { describe, expect, it, test } from "vitest";
import { commandFacts } from "../../../src-main/policy/command-facts.ts";
import { allowingRule, denyingRule } from "../../../src-main/policy/rule-match.ts";
import { offersFor } from "../../../src-main/policy/rule-offers.ts";
import type { CommandSubject, Subject } from "../../../src-main/policy/subject.ts";
import { type Rule, type RuleMatch, ruleSchema } from "../../../src-preload/contract/rules.ts";
import { plainPlace } from "../../support/policy-question.ts";
import { commandRules, commandStrings } from "./rule-grid.ts";

const { place } = plainPlace;

function rule(match: RuleMatch, more: Partial<Rule> = {}): Rule {
  return ruleSchema.parse({ id: "r", effect: "allow", match, scope: { kind: "everywhere" }, madeAt: 0, ...more });
}

function command(text: string, folder = "/work"): CommandSubject {
  return { kind: "command", command: text, folder, confined: false, reach: { kind: "off" }, admitted: true };
}

function file(path: string, more: Partial<Extract<Subject, { kind: "path" }>> = {}): Subject {
  const plain = { preview: { kind: "text", text: "" }, admitted: true, secret: null, acts: null } as const;
  return { kind: "path", access: "write", path, ...plain, ...more };
}

function ruleOf(words: string): Rule {
  const andMore = words.endsWith(" *");
  return rule({ kind: "command", words: (andMore ? words.slice(0, -2) : words).split(" "), andMore });
}

describe("a rule about commands", () => {
  it("allows of 150 commands under 20 rules what its words say, and none beside", () => {
    expect(commandRules).toHaveLength(20);
    expect(commandStrings.length).toBeGreaterThanOrEqual(150);
    const rules = commandRules.map(ruleOf);
    const wrong = commandStrings.filter(
      ({ text, allowed }) => (allowingRule(rules, command(text), place) !== null) !== allowed,
    );
    expect(wrong.map(({ text }) => text)).toEqual([]);
  });

  it("holds below the work folder alone", () => {
    const rules = [ruleOf("git status")];
    expect(allowingRule(rules, command("git status", "/work/sub"), place)).not.toBeNull();
    expect(allowingRule(rules, command("git status", "/elsewhere"), place)).toBeNull();
    expect(allowingRule(rules, command("git status", "/work-evil"), place)).toBeNull();
  });

  it("on Windows takes plain words alone", () => {
    const onWindows = { ...place, platform: "win32" } as const;
    const rules = [ruleOf("git status *")];
    expect(allowingRule(rules, command("git status --short"), onWindows)).not.toBeNull();
    for (const text of [
      "git status (calc)",
      "git status `ncalc",
      'git status "$(calc)"',
      "git status | calc",
      "git status @(calc)",
    ]) {
      expect(allowingRule(rules, command(text), onWindows)).toBeNull();
    }
  });
});

describe("a rule about what runs in the sandbox", () => {
  const asked = (text: string): Subject => ({ ...command(text), reach: { kind: "asked" } });

  it("does not cover the same outside of it; one that was made for that does", () => {
    expect(allowingRule([ruleOf("git status")], asked("git status"), place)).toBeNull();
    const outside = rule({ kind: "command", words: ["git", "status"], andMore: false, outside: true });
    expect(allowingRule([outside], asked("git status"), place)).not.toBeNull();
    expect(offersFor(asked("git status"), place)).toMatchObject([{ outside: true }, { outside: true }]);
  });
});

describe("the scope of a rule", () => {
  const match: RuleMatch = { kind: "command", words: ["git", "status"], andMore: false };
  const asked = command("git status");

  test.each([
    [{ kind: "chat", sessionKey: "desktop:test" }, true],
    [{ kind: "chat", sessionKey: "desktop:other" }, false],
    [{ kind: "folder", folder: "/work" }, true],
    [{ kind: "folder", folder: "/work/sub" }, false],
    [{ kind: "folder", folder: "/" }, false],
    [{ kind: "everywhere" }, true],
  ])("%j: %s", (scope, holds) => {
    expect(allowingRule([rule(match, { scope: ruleSchema.shape.scope.parse(scope) })], asked, place) !== null).toBe(
      holds,
    );
  });
});

describe("a rule about files", () => {
  const below = rule({ kind: "files-below", access: "write", folder: "/work/data", ending: ".csv" });

  test.each([
    ["/work/data/a.csv", true],
    ["/work/data/deep/er/b.CSV", true],
    ["/work/data/a.csv.sh", false],
    ["/work/data-evil/a.csv", false],
    ["/work/data/../a.csv", false],
    ["/work/a.csv", false],
  ])("%s: %s", (path, isAllowed) => {
    expect(allowingRule([below], file(path), place) !== null).toBe(isAllowed);
  });

  it("does not cover reading by writing, what others run, or what is private", () => {
    expect(allowingRule([below], file("/work/data/a.csv", { access: "read" }), place)).toBeNull();
    expect(allowingRule([below], file("/work/data/a.csv", { acts: "git" }), place)).toBeNull();
    expect(allowingRule([below], file("/work/data/a.csv", { secret: "keys" }), place)).toBeNull();
    const exact = rule({ kind: "file", access: "read", path: "/work/.env" });
    expect(allowingRule([exact], file("/work/.env", { access: "read", secret: "environment" }), place)).not.toBeNull();
  });
});

describe("a rule that denies", () => {
  const denied = rule({ kind: "command", words: ["rm"], andMore: true }, { effect: "deny" });

  test.each([
    ["rm -rf build", true],
    ["/bin/rm x", true],
    ["ls && rm x", true],
    ["sudo rm x", true],
    ["env A=1 rm x", true],
    ['sh -c "rm x"', true],
    ["ls | xargs rm", true],
    ["echo $(rm x)", true],
    ["ls", false],
    ["echo rm", false],
  ])("finds %s: %s", async (text, isDenied) => {
    const { calls } = await commandFacts(text);
    expect(denyingRule([denied], command(text), place, calls) !== null).toBe(isDenied);
  });
});

describe("what can be remembered of a call", () => {
  const offered = (subject: Subject) => offersFor(subject, place);

  it("of a command: itself, and what follows its verb where that says no more", () => {
    expect(offered(command("git diff src/a.ts"))).toEqual([
      { kind: "command", words: ["git", "diff", "src/a.ts"], andMore: false },
      { kind: "command", words: ["git", "diff"], andMore: true },
    ]);
    expect(offered(command("npm run build"))).toEqual([
      { kind: "command", words: ["npm", "run", "build"], andMore: false },
      { kind: "command", words: ["npm", "run", "build"], andMore: true },
    ]);
  });

  test.each([
    "python3 build.py",
    "make",
    "git push origin main",
    "curl https://a.example",
    "rm old.txt",
    "./run.sh",
    "sed -n 1p a",
  ])("of %s: itself alone", (text) =>
    expect(offered(command(text))).toEqual([{ kind: "command", words: text.split(" "), andMore: false }]),
  );

  test.each([
    "git status && ls",
    "ls > a",
    "echo $HOME",
    "ls *.ts",
    "A=1 ls",
    "(ls)",
    "ls; ls",
    "ls\nls",
    "`ls`",
    "ls # x",
    "~/x",
  ])("of %j: nothing", (text) => expect(offered(command(text))).toEqual([]));

  it("of a file: it, its kind in the folder, the folder; of one that acts itself alone; of a changed tool nothing", () => {
    expect(offered(file("/work/a/b.csv")).map(({ kind }) => kind)).toEqual(["file", "files-below", "files-below"]);
    expect(offered(file("/work/.git/hooks/x", { acts: "git" })).map(({ kind }) => kind)).toEqual(["file"]);
    const service = {
      kind: "service",
      server: "files",
      tool: "Echo",
      where: "x",
      confinement: null,
      mayRun: false,
      admitted: true,
    } as const;
    expect(offered({ ...service, isChanged: false })).toEqual([{ kind: "tool", server: "files", tool: "Echo" }]);
    expect(offered({ ...service, isChanged: true })).toEqual([]);
  });
});
