import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { actingKindOf } from "../../../src-main/policy/acting-file.ts";
import { actingNameOf } from "../../../src-main/policy/acting-table.ts";
import { nodeFileSystem } from "../../../src-main/storage/file-system.ts";

/** What others run or trust by themselves, below a work folder unless it begins at the top. */
const acting: Readonly<Record<string, string>> = {
  git: `
    .git | .GIT | .git. | .git::$INDEX_ALLOCATION/hooks/x | GIT~1/hooks/x | git~2 | .g\u200cit/config | .git/config
    .git/hooks/pre-commit | .git/hooks | .git/info/attributes | .git/modules/a/config | .git/HEAD | sub/.git/config
    sub/.Git/Hooks/post-checkout | .git\\hooks\\x | .git/worktrees/a/gitdir | .git/objects/info/alternates | HEAD
    deep/repo/HEAD | head | commondir | .gitconfig | .gitmodules | .gitattributes | sub/.gitattributes | .lfsconfig
    .config/git/config | .hg/hgrc | .hgrc | .svn/wc.db | .jj/repo/config.toml | .husky/pre-commit | .husky/_/h
    .githooks/pre-push | lefthook.yml | lefthook.yaml | .lefthook.yml | lefthook-local.yml | .pre-commit-config.yaml
    .overcommit.yml | .lintstagedrc | .lintstagedrc.json | lint-staged.config.mjs | .simple-git-hooks.json
    .git/config.worktree | .GITMODULES | GITMOD~1 | .gitattributes .`,
  editor: `
    .vscode/settings.json | .vscode/tasks.json | .vscode/launch.json | .vscode/extensions.json | .vscode/mcp.json
    .VSCode/Settings.JSON | VSCODE~1/tasks.json | app.code-workspace | .idea/workspace.xml | .idea/runConfigurations/a.xml
    .run/app.run.xml | .fleet/run.json | .zed/tasks.json | .vs/launch.vs.json | .helix/languages.toml | .vim/coc-settings.json
    .vimrc | .exrc | .nvimrc | .nvim.lua | .lvimrc | .gvimrc | .ideavimrc | .dir-locals.el | .emacs | .emacs.d/init.el
    project.sublime-project | .config/nvim/init.lua | .config/Code/User/settings.json | .devcontainer/devcontainer.json
    .devcontainer.json | .gitpod.yml | .eslintrc.js | .eslintrc.cjs | eslint.config.mjs | .prettierrc.cjs
    prettier.config.js | stylelint.config.js | .lldbinit | .gdbinit | .pdbrc | .pryrc | .irbrc | .Rprofile | .ghci
    .inputrc | .tmux.conf | .psqlrc | .ripgreprc | .iex.exs`,
  packages: `
    .npmrc | .NPMRC | .yarnrc | .yarnrc.yml | .yarn/releases/yarn.cjs | .yarn/plugins/x.cjs | .pnpmfile.cjs | .pnpmfile.mjs
    pnpm-workspace.yaml | .pnp.cjs | bunfig.toml | package.json | sub/package.json | PACKAG~1.JSO | setup.py | setup.cfg
    pyproject.toml | conftest.py | tests/conftest.py | sitecustomize.py | usercustomize.py | venv/lib/x.pth | noxfile.py
    .pypirc | pip.conf | pip.ini | .python-version | .condarc | build.rs | crate/build.rs | .cargo/config.toml | .cargo/config
    rust-toolchain.toml | Gemfile | .bundle/config | .gemrc | my.gemspec | composer.json | build.gradle | build.gradle.kts
    settings.gradle | init.gradle | gradle.properties | gradle/wrapper/gradle-wrapper.properties | gradlew | gradlew.bat
    .mvn/extensions.xml | .mvn/jvm.config | .mvn/wrapper/maven-wrapper.properties | mvnw | Directory.Build.props
    Directory.Build.targets | NuGet.Config | Package.swift | mix.exs | project/plugins.sbt | .envrc | sub/.envrc | .mise.toml
    mise.toml | .config/mise/config.toml | .tool-versions | .nvmrc | .node-version | .ruby-version | flake.nix | shell.nix
    binding.gyp | devbox.json`,
  ci: `
    .github/workflows/ci.yml | .GitHub/Workflows/ci.yml | .github/actions/a/action.yml | .github/dependabot.yml
    .gitlab-ci.yml | .gitlab/ci/a.yml | Jenkinsfile | Jenkinsfile.prod | .circleci/config.yml | .travis.yml | appveyor.yml
    azure-pipelines.yml | bitbucket-pipelines.yml | .drone.yml | .woodpecker.yml | .buildkite/pipeline.yml | .cirrus.yml
    .semaphore/semaphore.yml | .teamcity/settings.kts | cloudbuild.yaml | buildspec.yml | codemagic.yaml | action.yml
    renovate.json | netlify.toml | vercel.json | CODEOWNERS | .gitea/workflows/a.yml | .forgejo/workflows/a.yml`,
  agents: `
    AGENTS.md | agents.md | sub/AGENTS.md | CLAUDE.md | CLAUDE.local.md | GEMINI.md | skills/a/SKILL.md | .mcp.json
    mcp.json | .claude/settings.json | .claude/skills/a/SKILL.md | .claude/commands/x.md | .codex/config.toml
    .cursor/mcp.json | .cursor/rules/a.mdc | .cursorrules | .windsurfrules | .windsurf/rules/a.md | .clinerules | .roomodes
    .roo/mcp.json | .gemini/settings.json | .continue/config.yaml | .aider.conf.yml | .opencode/agent/a.md | opencode.json
    .agents/skills/a/x.sh | .kiro/steering/a.md | .goosehints | .rules | .github/copilot-instructions.md
    .github/instructions/a.instructions.md | .github/chatmodes/a.md | .perch/rules.json`,
  shell: `
    .bashrc | .bash_profile | .bash_login | .bash_logout | .bash_aliases | .profile | .zshrc | .zshenv | .zprofile | .zlogin
    .kshrc | .cshrc | .tcshrc | .oh-my-zsh/custom/a.zsh | .config/fish/config.fish | .config/nushell/config.nu
    .config/powershell/profile.ps1 | Documents/PowerShell/Microsoft.PowerShell_profile.ps1 | .curlrc | .direnvrc
    .config/starship.toml | .BASHRC | BASHRC~1`,
  system: `
    .xprofile | .xinitrc | .xsession | .pam_environment | .config/autostart/a.desktop | .config/systemd/user/a.service
    a.desktop | a.service | a.timer | crontab | .local/bin/tool | .local/share/applications/a.desktop
    .config/environment.d/a.conf | Library/LaunchAgents/a.plist | Library/LaunchDaemons/a.plist | desktop.ini | autorun.inf
    notes.lnk | page.url | x.scf | a.library-ms | authorized_keys | .rhosts
    AppData/Roaming/Microsoft/Windows/Start Menu/Programs/Startup/a.bat | /etc/cron.d/a | /etc/hosts | /usr/local/bin/tool
    /bin/sh | C:\\Windows\\System32\\drivers\\etc\\hosts`,
};

const ordinary = `
  readme.md | docs/guide.md | src/index.ts | src/app.tsx | src/main.py | src/lib.rs | main.go | App.java | index.html
  styles.css | Makefile | makefile | CMakeLists.txt | meson.build | Dockerfile | docker-compose.yml | compose.yaml
  scripts/build.sh | scripts/deploy.py | bin/run | tsconfig.json | jsconfig.json | vite.config.ts | vitest.config.ts
  jest.config.js | webpack.config.js | rollup.config.mjs | next.config.js | .editorconfig | .gitignore | .dockerignore
  .npmignore | .prettierrc | .prettierignore | .eslintrc.json | .stylelintrc.json | .browserslistrc | package-lock.json
  yarn.lock | pnpm-lock.yaml | Cargo.toml | Cargo.lock | go.mod | go.sum | requirements.txt | poetry.lock | Gemfile.lock
  pom.xml | app.csproj | LICENSE | CHANGELOG.md | .github/readme.md | .github/ISSUE_TEMPLATE/bug.md | .vscode/notes.md
  .git/description | git/hooks/x | hooks/use-state.ts | src/hooks/pre-commit.ts | bashrc | src/startup/index.ts | head.tsx
  components/head/index.ts | src/config | config/settings.json | data/objects/a.json | refs/notes.txt | test/a.test.ts
  tests/test_app.py | migrations/0001.sql | public/logo.svg | user.service.ts | url.ts | docs/agents/overview.md
  src/git/config.ts | my.git.md | readme~1.md | .env.example | i18n/en.json | notebook.ipynb | index.d.ts | setup.ts
  profile.ts | conf/app.yml | skills.md | src/skills/list.ts | claude.ts`;

function list(rows: string): readonly string[] {
  return rows
    .split(/[|\n]/)
    .map((name) => name.trim())
    .filter((name) => name !== "");
}

function pathOf(name: string): string {
  return /^(?:[/]|C:)/.test(name) ? name : `/home/u/ws/${name}`;
}

const grid = Object.entries(acting).flatMap(([kind, rows]) => list(rows).map((name) => [name, kind] as const));

test("the grid is as large as it says", () => {
  expect(grid.length).toBeGreaterThanOrEqual(203);
  expect(list(ordinary).length).toBeGreaterThanOrEqual(60);
});

test.each(grid)("%s is asked for: %s", (name, kind) => {
  expect(actingNameOf(pathOf(name))).toBe(kind);
});

test.each(list(ordinary))("%s is not", (name) => {
  expect(actingNameOf(pathOf(name))).toBeNull();
});

const place = {
  platform: "linux" as const,
  workFolder: "/ws",
  userHome: "/home/u",
  files: nodeFileSystem,
  roots: {
    restricted: true,
    list: [{ path: "/home/u/.perch/workspace", kind: "workspace", access: "write" }] as const,
  },
};

const plainPackage = '{"name":"a","scripts":{"test":"vitest","lint":"biome"},"dependencies":{"zod":"4"}}';
const hooked = '{"name":"a","scripts":{"postinstall":"node x"}}';

test.each([
  ["package.json", null, plainPackage, null],
  ["package.json", plainPackage, plainPackage.replace("vitest", "jest"), null],
  ["package.json", hooked, hooked.replace('"a"', '"b"'), null],
  ["package.json", hooked, hooked.replace("node x", "node y"), "packages"],
  ["package.json", plainPackage, hooked, "packages"],
  ["package.json", null, hooked, "packages"],
  ["package.json", null, '{"scripts":{"prepare":"husky"}}', "packages"],
  ["package.json", null, '{"lint-staged":{}}', "packages"],
  ["package.json", hooked, "{}", "packages"],
  ["package.json", plainPackage, "{ not json", "packages"],
  ["package.json", null, "[".repeat(100_000), "packages"],
  ["PACKAGE.JSON", null, hooked, "packages"],
  ["composer.json", null, '{"require":{}}', null],
  ["composer.json", null, '{"scripts":{"post-install-cmd":"x"}}', "packages"],
  ["pyproject.toml", null, '[project]\nname = "a"\n[tool.ruff]\nline-length = 100\n', null],
  ["pyproject.toml", null, '[build-system]\nbuild-backend = "x"\n', "packages"],
  ["pyproject.toml", null, '[project]\nx = """\n[build-system]\n"""', "packages"],
  ["pyproject.toml", null, 'build-system = { requires = ["x"] }', "packages"],
])("a change of %s from %j to %j: %j", async (name, before, after, kind) => {
  expect(await actingKindOf(`/ws/${name}`, { before, after }, place)).toBe(kind);
});

test("the workspace is judged by what lies in it, not by where it is", async () => {
  const change = { before: null, after: "" };
  expect(await actingKindOf("/home/u/.perch/workspace/notes.md", change, place)).toBeNull();
  expect(await actingKindOf("/home/u/.perch/workspace/SOUL.md", change, place)).toBe("agents");
});

test.each([
  [["HEAD", "objects/", "refs/"], "config", "git"],
  [["HEAD", "objects/", "refs/"], "hooks/post-checkout", "git"],
  [["HEAD", "objects/", "refs/"], "deep/er/file", "git"],
  [["HEAD", "objects/"], "refs/heads/main", "git"],
  [["HEAD", "refs/"], "objects/x", "git"],
  [["HEAD", "commondir"], "config", "git"],
  [["HEAD"], "config", null],
  [["objects/", "refs/"], "config", null],
  [[], "notes.txt", null],
])("in a folder with %j, %s is asked for as a part of a repository: %j", async (entries, name, kind) => {
  const folder = await mkdtemp(join(tmpdir(), "perch-acting-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const entry of entries) {
    if (entry.endsWith("/")) await mkdir(join(folder, "data", entry), { recursive: true });
    else {
      await mkdir(join(folder, "data"), { recursive: true });
      await writeFile(join(folder, "data", entry), "");
    }
  }
  expect(await actingKindOf(join(folder, "data", name), { before: null, after: "" }, place)).toBe(kind);
});
