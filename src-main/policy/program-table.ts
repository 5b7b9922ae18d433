/*
 * Programs of which a rule "and anything behind it" would say more than it seems, because their words can name another
 * program that runs, or send or destroy what they name. Of these a rule covers exact commands alone.
 */

const runsOthers = [
  ...[
    "sudo",
    "doas",
    "su",
    "runuser",
    "pkexec",
    "env",
    "nohup",
    "time",
    "nice",
    "ionice",
    "timeout",
    "stdbuf",
    "setsid",
  ],
  ...[
    "watch",
    "strace",
    "ltrace",
    "gdb",
    "lldb",
    "chroot",
    "unshare",
    "nsenter",
    "parallel",
    "flock",
    "script",
    "busybox",
  ],
  ...["toybox", "xargs", "command", "exec", "builtin", "eval", "source", ".", "trap", "coproc", "entr", "at", "batch"],
  ...["crontab", "systemd-run", "dbus-run-session", "xvfb-run", "firejail", "bwrap", "proot", "fakeroot", "catchsegv"],
  ...[
    "ssh",
    "scp",
    "sftp",
    "rsync",
    "mosh",
    "rsh",
    "make",
    "gmake",
    "ninja",
    "cmake",
    "meson",
    "bazel",
    "just",
    "task",
  ],
  ...["npx", "pnpx", "bunx", "uvx", "pipx", "docker", "podman", "nerdctl", "kubectl", "helm", "vagrant", "ansible"],
  ...["ansible-playbook", "terraform", "tofu", "pulumi", "aws", "gcloud", "az", "heroku", "fly", "gh", "glab", "open"],
  ...["xdg-open", "gio", "start", "osascript", "gcc", "g++", "cc", "c++", "clang", "clang++", "ld", "rustc", "javac"],
  ...["java", "mvn", "mvnw", "gradle", "gradlew", "sbt", "ant", "tcpdump", "nmap", "msfconsole", "psql", "mysql"],
  ...[
    "sqlite3",
    "mongosh",
    "redis-cli",
    "vim",
    "vi",
    "nvim",
    "ex",
    "ed",
    "emacs",
    "emacsclient",
    "nano",
    "less",
    "more",
  ],
  ...[
    "man",
    "info",
    "most",
    "dpkg",
    "apt",
    "apt-get",
    "yum",
    "dnf",
    "pacman",
    "brew",
    "pip",
    "pip3",
    "gem",
    "cpan",
    "conda",
  ],
  ...["hg", "svn", "cvs", "bzr", "fossil", "zip", "unzip", "7z", "split", "cpio", "install", "logrotate", "run-parts"],
] as const;

const shellsAndLanguages = [
  ...["sh", "bash", "rbash", "zsh", "dash", "ash", "ksh", "mksh", "fish", "csh", "tcsh", "nu", "xonsh", "pwsh"],
  ...["powershell", "powershell.exe", "cmd", "cmd.exe", "wscript", "cscript", "mshta", "rundll32", "python", "python2"],
  ...["python3", "pypy", "pypy3", "ipython", "perl", "ruby", "irb", "node", "nodejs", "deno", "bun", "tsx", "ts-node"],
  ...[
    "php",
    "lua",
    "luajit",
    "tclsh",
    "wish",
    "expect",
    "awk",
    "gawk",
    "mawk",
    "nawk",
    "sed",
    "gsed",
    "jq",
    "bc",
    "dc",
  ],
  ...[
    "R",
    "Rscript",
    "julia",
    "octave",
    "ghci",
    "runghc",
    "scala",
    "groovy",
    "jshell",
    "elixir",
    "iex",
    "erl",
    "racket",
  ],
] as const;

const sendsOrDestroys = [
  ...[
    "curl",
    "wget",
    "http",
    "https",
    "xh",
    "aria2c",
    "ftp",
    "lftp",
    "tftp",
    "nc",
    "ncat",
    "netcat",
    "socat",
    "telnet",
  ],
  ...["openssl", "mail", "mailx", "sendmail", "mutt", "dig", "nslookup", "host", "ping", "rm", "rmdir", "shred", "srm"],
  ...["unlink", "dd", "mkfs", "fdisk", "parted", "wipefs", "chmod", "chown", "chgrp", "chattr", "setfacl", "mount"],
  ...[
    "umount",
    "ln",
    "link",
    "truncate",
    "tee",
    "kill",
    "killall",
    "pkill",
    "systemctl",
    "launchctl",
    "service",
    "reg",
  ],
  ...["shutdown", "reboot", "halt", "iptables", "nft", "ufw", "useradd", "usermod", "passwd", "visudo", "del", "rd"],
  ...["Remove-Item", "ri", "Invoke-Expression", "iex", "Invoke-WebRequest", "iwr", "Start-Process", "saps"],
] as const;

const exactOnly: ReadonlySet<string> = new Set(
  [...runsOthers, ...shellsAndLanguages, ...sendsOrDestroys].map((name) => name.toLowerCase()),
);

/** Verbs of programs that can be covered otherwise. */
const exactVerbs: Readonly<Record<string, ReadonlySet<string>>> = {
  git: new Set([
    ...["push", "clone", "submodule", "config", "bisect", "filter-branch", "rebase", "difftool", "mergetool", "daemon"],
    ...["send-email", "credential", "archive", "remote", "fetch", "pull", "ls-remote", "hook", "clean", "reset", "svn"],
    ...["upload-pack", "receive-pack", "shell", "for-each-repo", "maintenance", "worktree", "update-index"],
  ]),
  npm: new Set(["exec", "x", "init", "create", "explore", "config", "set", "publish", "install", "i", "add", "edit"]),
  pnpm: new Set(["exec", "dlx", "init", "create", "config", "publish", "install", "i", "add"]),
  yarn: new Set(["exec", "dlx", "init", "create", "config", "publish", "install", "add", "node"]),
  cargo: new Set(["install", "publish", "run", "r", "login"]),
  go: new Set(["run", "generate", "install", "get", "tool"]),
};

/** Of these the first word after the name says what is done, and a rule names it. */
const withVerb: ReadonlySet<string> = new Set(Object.keys(exactVerbs));
/** Verbs that run a script of the folder by its name: the name belongs to the rule. */
const namesScript: ReadonlySet<string> = new Set(["run", "run-script"]);

/** Options that run, write or lead elsewhere, of programs that are harmless otherwise. Long ones may be cut short. */
const actingOptions: Readonly<Record<string, readonly string[]>> = {
  find: ["-exec", "-execdir", "-ok", "-okdir", "-delete", "-fprint", "-fprint0", "-fprintf", "-fls", "-files0-from"],
  fd: ["-x", "-X", "--exec", "--exec-batch"],
  fdfind: ["-x", "-X", "--exec", "--exec-batch"],
  rg: ["--pre", "--hostname-bin", "--search-zip", "-z"],
  sort: ["--compress-program", "--output", "-o", "--temporary-directory", "-T", "--files0-from"],
  git: [
    ...[
      "-c",
      "-C",
      "-O",
      "-x",
      "--config-env",
      "--exec-path",
      "--exec",
      "--upload-pack",
      "--receive-pack",
      "--ext-diff",
    ],
    ...["--textconv", "--open-files-in-pager", "--output", "--git-dir", "--work-tree", "--namespace", "--super-prefix"],
    ...["--no-verify", "--editor", "--template", "--separate-git-dir", "--force", "-f", "--hard", "-D"],
  ],
  tar: [
    ...["-I", "-F", "--to-command", "--checkpoint-action", "--use-compress-program", "--rsh-command", "--rmt-command"],
    ...["--info-script", "--new-volume-script", "--absolute-names", "-P", "--directory", "-C", "--files-from", "-T"],
  ],
  npm: [
    "--script-shell",
    "--node-options",
    "--prefix",
    "-C",
    "--userconfig",
    "--globalconfig",
    "--shell",
    "--ignore-scripts",
  ],
  pnpm: ["--script-shell", "--shell-emulator", "--dir", "-C", "--config", "--use-node-version"],
  yarn: ["--script-shell", "--cwd", "--use-yarnrc"],
  cargo: ["--config", "-Z", "-C", "--manifest-path", "--target-dir"],
  go: ["-exec", "-toolexec", "-C", "-modfile", "-overlay", "-o", "-vettool", "-ldflags", "-gcflags", "-cpuprofile"],
  pytest: ["-p", "-c", "--rootdir", "--confcutdir", "-o", "--override-ini", "--pdbcls", "--basetemp", "--import-mode"],
  eslint: ["--config", "-c", "--rulesdir", "--plugin", "--parser", "--resolve-plugins-relative-to", "--fix", "-o"],
  prettier: ["--config", "--plugin", "--write", "-w"],
  tsc: ["--project", "-p", "--outDir", "--outFile", "--build", "-b"],
  jest: ["--config", "-c", "--rootDir", "--globalSetup", "--runner", "--testRunner", "--env"],
  vitest: ["--config", "-c", "--root", "-r", "--dir", "--browser", "--runner"],
  ffmpeg: ["-i", "-filter_complex_script", "-init_hw_device"],
};

/** Their options are words behind one dash, not letters. */
const singleDash: ReadonlySet<string> = new Set(["find", "go", "ffmpeg"]);

/** Long options of programs that nobody listed: what they are called says enough to look again. */
const actingWords =
  /exec|command|cmd|prog|shell|pager|editor|hook|plugin|config|filter|script|wrapper|rsh|preload|output|action|pass|upload|delete/i;

/** Whether a rule may cover this program with words that nobody saw; `words` are those that it names itself. */
export function mayGrow(words: readonly string[]): boolean {
  const [program = "", verb] = words;
  // A program by its path is whatever lies there.
  if (!/^[\w+-][\w.+-]*$/.test(program) || isExactOnly(program)) return false;
  if (!withVerb.has(program)) return true;
  if (verb === undefined || !/^[a-z][a-z0-9-]*$/.test(verb) || exactVerbs[program]?.has(verb) === true) return false;
  return !namesScript.has(verb) || words.length > 2;
}

/** `python3.12` and `gcc-13` are what their names begin with. */
function isExactOnly(program: string): boolean {
  const name = program.toLowerCase();
  return exactOnly.has(name) || exactOnly.has(name.replace(/(\.exe|[-.\d]+)$/, ""));
}

/** As many words as a rule about this program needs before anything may follow. */
export function namedWords(words: readonly string[]): number {
  const [program = "", verb = ""] = words;
  if (!withVerb.has(program)) return 1;
  return namesScript.has(verb) ? 3 : 2;
}

/** Whether one of the words that a rule does not name is an option that makes the program do something else. */
export function hasActingWord(program: string, words: readonly string[]): boolean {
  const listed = Object.hasOwn(actingOptions, program) ? (actingOptions[program] ?? []) : [];
  // Old tar takes its options as its first word, without a dash.
  const first = program === "tar" && words[0] !== undefined ? [`-${words[0]}`, ...words] : words;
  const hasClusters = !singleDash.has(program);
  return first.some((word) => {
    if (!word.startsWith("-")) return false;
    const [name = ""] = word.split("=");
    const isListed = (option: string): boolean =>
      option === name || isShortOf(name, option) || (hasClusters && isInCluster(word, option));
    return listed.some(isListed) || (/^--?\w{2}/.test(name) && actingWords.test(name));
  });
}

/** `--to-comm` is taken for `--to-command`. */
function isShortOf(name: string, option: string): boolean {
  return option.startsWith("--") && name.length > 3 && option.startsWith(name);
}

/** `-xI` holds `-I`, and `-osomewhere` is `-o`. */
function isInCluster(word: string, option: string): boolean {
  return option.length === 2 && !word.startsWith("--") && word.slice(1).includes(option.slice(1));
}
