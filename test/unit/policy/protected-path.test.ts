import { expect, test } from "vitest";
import { protectedPath } from "../../../src-main/policy/protected-path.ts";

test.each([
  "/ws/.git/hooks/post-checkout", // SEC-039
  "/ws/.git/hooks",
  "/ws/.git/config",
  "/ws/sub/.GIT/Hooks/pre-commit",
  "/ws/.git./hooks/x",
  "/home/ann/.bashrc",
  "/home/ann/.zshenv",
  "/home/ann/.profile",
  "/home/ann/.ssh/authorized_keys",
  "/home/ann/.ssh",
  "/home/ann/.perch/rules.json",
  "/ws/.vscode/settings.json",
  "/ws/.vscode/tasks.json",
  "/ws/.mcp.json",
  "/ws/.envrc",
  "/home/ann/.config/autostart/x.desktop",
  "C:\\Users\\ann\\.ssh\\config",
  "C:\\ws\\.git\\hooks\\x",
])("%s is protected", (path) => {
  expect(protectedPath(path)).toBe(true);
});

test.each([
  "/ws/readme.md",
  "/ws/.git/description",
  "/ws/git/hooks/x",
  "/ws/.github/readme.md",
  "/ws/bashrc",
  "/ws/hooks/use-state.ts",
  "/ws/.gitignore",
  "/ws/.vscode/notes.md",
  "/ws/my.ssh/x",
])("%s is not protected", (path) => {
  expect(protectedPath(path)).toBe(false);
});
