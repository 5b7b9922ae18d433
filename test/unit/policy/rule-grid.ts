/** Rules as a person would have them; `*` at the end: with anything behind it. */
export const commandRules: readonly string[] = [
  ...["git status", "git diff *", "git log *", "git show *", "git branch *", "ls *", "cat *", "wc *", "grep *", "rg *"],
  ...[
    "npm test *",
    "npm run build *",
    "sort *",
    "find *",
    "tar *",
    "env",
    "echo *",
    "head *",
    "pytest *",
    "node --version",
  ],
];

interface CommandString {
  readonly text: string;
  readonly allowed: boolean;
}

const yes = (texts: readonly string[]): readonly CommandString[] => texts.map((text) => ({ text, allowed: true }));
const no = (texts: readonly string[]): readonly CommandString[] => texts.map((text) => ({ text, allowed: false }));

/** What follows the plain words of a rule and makes another command of them. */
const endings = [
  ...["&& touch x", "; touch x", "| sh", "|| touch x", "& touch x", "> out", ">> out", "2> out", "< in", "<(touch x)"],
  ...[
    "$(touch x)",
    "`touch x`",
    `$${"{X:-y}"}`,
    "$X",
    "\ntouch x",
    "\r\ntouch x",
    "*",
    "?",
    "[a]",
    "{a,b}",
    "~",
    "!x",
    "#x",
    "\\",
  ],
  ...['"$(touch x)"', '"`touch x`"', '"$X"', "'a", '"a', "\u0000", "\u2028touch x", "(x)", "^x", "<<< x", "<< x"],
] as const;

/** Options that run, write or lead elsewhere, of programs that a rule covers with anything behind it. */
const acting = [
  ...["sort --compress-prog=sh f", "sort --compress-program sh f", "sort -o out f", "sort -oout f", "sort --out=f f"],
  ...["find . -exec sh -c id ;", "find . -execdir id ;", "find . -ok id ;", "find . -delete", "find . -fprintf f x"],
  ...[
    "tar -xf x.tar --to-comm=sh",
    "tar -xf x.tar --to-command=sh",
    "tar cf x --checkpoint-action=exec=sh a",
    "tar -xI sh -f x",
  ],
  ...["tar xfI x.tar sh", "tar -xf x.tar --use-compress-prog=sh", "tar -cf x --rsh-command=sh a", "tar -xPf x.tar"],
  ...[
    "git diff --ext-diff",
    "git log --textconv",
    "git diff --output=f",
    "git show --ext-d",
    "git log --exec-path=/tmp",
  ],
  ...[
    "git branch -D main",
    "git branch -f main x",
    "git diff -O sh",
    "rg --pre sh x",
    "rg --pre=sh x",
    "rg --hostname-bin=sh x",
  ],
  ...[
    "npm test --script-shell=sh",
    "npm test --prefix /tmp/evil",
    "npm test --node-options=-rx",
    "npm run build -C /tmp",
  ],
  ...[
    "npm run build --userconfig=f",
    "pytest -p evil",
    "pytest -c /tmp/x.ini",
    "pytest --rootdir=/tmp",
    "pytest -o cache_dir=/tmp",
  ],
] as const;

/** Other programs, other words, or the same behind something else. */
const others = [
  ...[
    "git push",
    "git",
    "git stash",
    "gitx status",
    "./git status",
    "/usr/bin/git status",
    "git -c core.pager=sh status",
  ],
  ...[
    "git -C /tmp status",
    "git status --porcelain",
    "GIT_DIR=x git status",
    "env git status",
    "env sh -c id",
    "env -i sh",
  ],
  ...[
    "sudo git status",
    "xargs git status",
    "sh -c 'git status'",
    "bash -c ls",
    "npm",
    "npm install",
    "npm run",
    "npm run deploy",
  ],
  ...[
    "npm exec x",
    "npx build",
    "node --version x",
    "node -e 1",
    "node",
    "rm -rf x",
    "LS -la",
    "lsx",
    "Git status",
    "time ls",
  ],
  ...[
    "nohup ls",
    "exec ls",
    "eval ls",
    ". ls",
    "cat",
    "cat\ttouch",
    "echo",
    "FOO=1 ls a",
    "=ls a",
    "'' ls",
    '"ls -la"',
    "ls\u00a0a",
  ],
] as const;

export const commandStrings: readonly CommandString[] = [
  ...yes([
    ...[
      "git status",
      "git  status",
      "git 'status'",
      '"git" status',
      "git diff",
      "git diff --stat",
      "git diff HEAD src/a.ts",
    ],
    ...[
      "git log --oneline -5",
      "git log -p src",
      "git show HEAD:a.ts",
      "git branch -a",
      "ls -la",
      "ls src test",
      "ls 'my files'",
    ],
    ...[
      "cat a.txt",
      "cat 'a b.txt'",
      'cat "Grüße.txt"',
      "cat 会议.md",
      "wc -l a",
      "grep -rn 'a|b' src",
      'grep -c "x && y" a',
    ],
    ...[
      "rg TODO src",
      "npm test",
      "npm test -- --watch",
      "npm run build",
      "npm run build -- --mode x",
      "sort a",
      "sort -u -k 2 a",
    ],
    ...["find . -name '*.ts'", "find src -type f", "tar -tf x.tar", "env", "echo hello", "echo 'a; b'", "head -n 5 a"],
    ...["pytest", "pytest -q tests", "node --version", "ls", "wc", "grep x", "head", "sort"],
  ]),
  ...no(endings.flatMap((ending) => [`git diff ${ending}`, `ls ${ending}`])),
  ...no(acting),
  ...no(others.filter((text) => text !== "cat" && text !== "echo" && text !== "cat\ttouch")),
  ...yes(["cat", "echo", "cat\ttouch"]),
];
