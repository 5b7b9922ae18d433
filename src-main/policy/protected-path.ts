/*
 * Files that others run or trust: a change to one of them acts later, outside what was approved. The policy asks for
 * them even where edits are accepted. After the deny lists of public agent sandboxes (shell start-up files, git hooks,
 * editor settings, keys).
 */

const protectedFiles: ReadonlySet<string> = new Set([
  ".bashrc",
  ".bash_profile",
  ".bash_login",
  ".bash_logout",
  ".bash_aliases",
  ".profile",
  ".zshrc",
  ".zshenv",
  ".zprofile",
  ".zlogin",
  ".zlogout",
  ".kshrc",
  ".cshrc",
  ".tcshrc",
  ".inputrc",
  ".xprofile",
  ".xinitrc",
  ".xsession",
  ".pam_environment",
  ".gitconfig",
  ".gitmodules",
  ".npmrc",
  ".yarnrc",
  ".yarnrc.yml",
  ".pypirc",
  ".netrc",
  "_netrc",
  ".envrc",
  ".mcp.json",
  ".ripgreprc",
  ".vimrc",
  ".exrc",
  "authorized_keys",
  "microsoft.powershell_profile.ps1",
]);

/** Folders with everything below them. */
const protectedFolders: ReadonlySet<string> = new Set([
  ".ssh",
  ".gnupg",
  ".aws",
  ".azure",
  ".kube",
  ".docker",
  ".perch",
  ".husky",
  ".idea",
  ".claude",
  ".codex",
  ".cursor",
  "launchagents",
  "launchdaemons",
]);

/** Runs of names, anywhere in the path, with everything below them. */
const protectedRuns: readonly (readonly string[])[] = [
  [".git", "hooks"],
  [".git", "config"],
  [".git", "config.worktree"],
  [".git", "info"],
  [".git", "modules"],
  [".vscode", "settings.json"],
  [".vscode", "settings"],
  [".vscode", "tasks.json"],
  [".vscode", "launch.json"],
  [".vscode", "extensions"],
  [".github", "workflows"],
  [".config", "autostart"],
  [".config", "systemd"],
  [".config", "fish"],
  [".config", "git"],
  [".config", "environment.d"],
  [".config", "powershell"],
  ["start menu", "programs", "startup"],
];

/**
 * True for a path whose change acts outside the approved work. Judges the names alone (pass a resolved path), without
 * regard to case and on both kinds of slash, since `.GIT/hooks` is `.git/hooks` on many disks.
 */
export function protectedPath(path: string): boolean {
  const names = path
    .normalize("NFKC")
    .toLowerCase()
    .split(/[\\/]/)
    .map((name) => name.replace(/[. ]+$/, "") || name)
    .filter((name) => name !== "" && name !== ".");
  const last = names.at(-1);
  if (last !== undefined && protectedFiles.has(last)) return true;
  if (names.some((name) => protectedFolders.has(name))) return true;
  return protectedRuns.some((run) => names.some((_, start) => run.every((name, i) => names[start + i] === name)));
}
