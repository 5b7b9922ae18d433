import { join } from "node:path";

const chat = "desktop:showcase";

/** What somebody has remembered, trusts and decided in a month. */
export function trustFiles(user, now) {
  const folder = join(user, "Assistant");
  const at = (hours) => now - hours * 3_600_000;
  const rule = (id, match, scope, more) => ({
    id,
    effect: "allow",
    match,
    scope,
    madeAt: at(90),
    madeIn: chat,
    ...more,
  });
  const rules = [
    rule(
      "r_3",
      { kind: "command", words: ["rm", "-rf"], andMore: true },
      { kind: "everywhere" },
      { effect: "deny", madeIn: null },
    ),
    rule(
      "r_2",
      { kind: "files-below", access: "write", folder, ending: ".csv" },
      { kind: "folder", folder },
      { uses: 5, usedAt: at(30) },
    ),
    rule(
      "r_1",
      { kind: "command", words: ["git", "status"], andMore: true },
      { kind: "chat", sessionKey: chat },
      { uses: 31, usedAt: at(2) },
    ),
  ];
  const line = (hours, tool, title, what, decision, by, detail) => {
    const time = new Date(at(hours)).toISOString();
    return JSON.stringify({ time, sessionKey: chat, runId: "run_1", tool, title, what, decision, by, detail });
  };
  const lines = [
    line(
      50,
      "write_file",
      "receipts/summary.md",
      `${join(folder, "receipts/summary.md")}`,
      "allow",
      "person",
      "user (browser)",
    ),
    line(30, "write_file", "receipts/index.csv", `${join(folder, "receipts/index.csv")}`, "allow", "rule", "r_2"),
    line(4, "exec", "rm -rf receipts", `rm -rf receipts`, "deny", "rule", "r_3"),
    line(2, "exec", "git status --short", `git status --short`, "allow", "rule", "r_1"),
  ];
  return [
    ["rules.json", JSON.stringify({ rules })],
    ["trust.json", JSON.stringify({ folders: [join(user, "Documents", "Taxes")] })],
    [join("ledger", "decisions.jsonl"), `${lines.join("\n")}\n`],
  ];
}
