import { createNameTable, type NamePattern, type NameTable, patternsIn } from "./name-table.ts";

/*
 * Files that act by themselves. The rule: a file is here when another program runs it, or trusts what it says, because
 * of where it lies, without a person naming it: on opening a folder, changing into it, a checkout, an install, a push, a
 * login, a start of the system. What runs only because a person calls it by its name or builds the project (Makefile,
 * Dockerfile, scripts, tests, ordinary sources) is not: a person who accepts edits accepts those. Sources: git's manual
 * (githooks, gitattributes, gitmodules, gitrepository-layout), the settings that editors keep in a folder and their
 * rules of trust, the manuals of the package managers, of the services that build on a push, of shells (bash, zsh, fish),
 * of XDG, systemd, launchd and Windows, and the deny lists of public agent sandboxes.
 */

export type ActingKind = "git" | "editor" | "packages" | "ci" | "agents" | "shell" | "system";

/** Made at the first path that is looked up. */
const actingPatterns = (): Readonly<Record<ActingKind, readonly NamePattern[]>> => ({
  git: patternsIn(`
    .git/ | HEAD | commondir | .gitconfig | .gitmodules | .gitattributes | .lfsconfig | .config/git/ | .hg/
    .hgrc | .svn/ | .jj/ | .bzr/ | .sl/ | .husky/ | .githooks/ | .git-hooks/ | lefthook.y*ml | .lefthook.y*ml
    lefthook-local.y*ml | .lefthook/ | lefthook.toml | lefthook.json | .pre-commit-config.y*ml
    .pre-commit-hooks.yaml | .overcommit.yml | .lintstagedrc* | lint-staged.config.* | .commitlintrc*
    commitlint.config.* | .simple-git-hooks.* | simple-git-hooks.*
  `),
  editor: patternsIn(`
    .vscode/*.json | .vscode/settings/ | .vscode/extensions/ | .vscode-server/ | *.code-workspace | .idea/
    .run/ | .fleet/ | .zed/ | .vs/ | .nova/ | .helix/ | .vim/ | .nvim/ | .vimrc | _vimrc | .gvimrc | .ideavimrc
    .exrc | .nexrc | .nvimrc | .nvim.lua | .lvimrc | .local.vimrc | .vimrc.local | .dir-locals.el
    .dir-locals-2.el | .emacs | .emacs.d/ | .spacemacs | .doom.d/ | .kakrc | *.sublime-project
    *.sublime-workspace | .config/nvim/ | .config/vim/ | .config/helix/ | .config/zed/ | .config/emacs/
    .config/Code*/ | .devcontainer/ | .devcontainer.json | .gitpod.y*ml | .eslintrc.js | .eslintrc.cjs
    eslint.config.* | .prettierrc.*js | prettier.config.* | .stylelintrc.*js | stylelint.config.* | .lldbinit
    .gdbinit | .pdbrc | .pdbrc.py | .pryrc | .irbrc | .Rprofile | .Renviron | Rprofile.site | .ghci | .octaverc
    .iex.exs | .ipython/ | .jupyter/ | .psqlrc | .sqliterc | .mongorc.js | .mongoshrc.js | .inputrc | .ripgreprc
    .screenrc | .tmux.conf | .config/tmux/
  `),
  packages: patternsIn(`
    .npmrc | .yarnrc | .yarnrc.yml | .yarn/ | .pnpmfile.*js | pnpm-workspace.yaml | .pnp.*js | bunfig.toml
    package.json | package.json5 | package.yaml | setup.py | setup.cfg | pyproject.toml | conftest.py
    sitecustomize.py | usercustomize.py | *.pth | noxfile.py | .pypirc | pip.conf | pip.ini | .python-version
    .condarc | pixi.toml | build.rs | .cargo/ | rust-toolchain | rust-toolchain.toml | Gemfile | gems.rb
    .bundle/ | .gemrc | *.gemspec | composer.json | build.gradle | build.gradle.kts | settings.gradle
    settings.gradle.kts | init.gradle | init.gradle.kts | gradle.properties | gradle-wrapper.properties
    gradle-wrapper.jar | gradlew | gradlew.bat | .gradle/ | .mvn/ | mvnw | mvnw.cmd | .m2/ | Directory.Build.*
    Directory.Packages.props | NuGet.Config | global.json | Package.swift | mix.exs | project/plugins.sbt
    project/build.properties | .sbtopts | .jvmopts | stack.yaml | Setup.hs | binding.gyp | .envrc | .mise.toml
    mise.toml | .mise/ | mise.local.toml | .config/mise/ | .config/mise.toml | .rtx.toml | .tool-versions
    .asdfrc | .nvmrc | .node-version | .ruby-version | .autoenv | devbox.json | devenv.nix | flake.nix
    shell.nix | .volta/
  `),
  ci: patternsIn(`
    .github/workflows/ | .github/actions/ | .github/dependabot.y*ml | CODEOWNERS | .gitea/ | .forgejo/
    .gitlab-ci.y*ml | .gitlab/ | Jenkinsfile* | .circleci/ | .travis.y*ml | appveyor.y*ml | .appveyor.y*ml
    azure-pipelines*.y*ml | .azure-pipelines/ | bitbucket-pipelines.y*ml | .drone.y*ml | .woodpecker.y*ml
    .woodpecker/ | .buildkite/ | .cirrus.y*ml | .cirrus.star | .semaphore/ | .teamcity/ | .builds/ | .build.yml
    cloudbuild.y*ml | buildspec.y*ml | codemagic.y*ml | wercker.yml | .tekton/ | .argo/ | screwdriver.yaml
    action.y*ml | renovate.json* | .renovaterc* | netlify.toml | vercel.json | render.yaml | amplify.yml
    .readthedocs.y*ml
  `),
  agents: patternsIn(`
    AGENTS.md | AGENTS.override.md | AGENT.md | CLAUDE.md | CLAUDE.local.md | GEMINI.md | SKILL.md | QWEN.md
    SOUL.md | .mcp.json | mcp.json | .claude/ | .claude.json | .codex/ | .cursor/ | .cursorrules | .cursorignore
    .windsurf/ | .windsurfrules | .codeium/ | .clinerules | .clinerules/ | .roo/ | .roorules | .roomodes
    .kilocode/ | .gemini/ | .qwen/ | .continue/ | .continuerc.json | .aider.conf.y*ml | .opencode/
    opencode.json* | .agents/ | .agent/ | .kiro/ | .trae/ | .junie/ | .amp/ | .factory/ | .augment/
    .goosehints | .goose/ | .rules | .github/copilot-instructions.md | .github/instructions/ | .github/prompts/
    .github/chatmodes/ | .github/agents/ | .perch/
  `),
  shell: patternsIn(`
    .bashrc | .bash_profile | .bash_login | .bash_logout | .bash_aliases | .bashrc.d/ | .profile | .login
    .logout | .zshrc | .zshenv | .zprofile | .zlogin | .zlogout | .zshrc.local | .zsh/ | .oh-my-zsh/ | .zim/
    .p10k.zsh | .kshrc | .mkshrc | .cshrc | .tcshrc | .aliases | .config/fish/ | .config/zsh/ | .config/bash/
    .config/nushell/ | .config/elvish/ | .elvish/ | .xonshrc | .config/xonsh/ | .config/starship.toml
    .config/powershell/ | *profile.ps1 | Documents/PowerShell/ | Documents/WindowsPowerShell/ | .config/direnv/
    .direnvrc | .hushlogin | .dircolors | .wgetrc | .curlrc | _curlrc | .forward | .procmailrc
  `),
  system: patternsIn(`
    .xprofile | .xinitrc | .xsession | .xsessionrc | .xserverrc | .Xresources | .Xdefaults | .pam_environment
    .config/autostart/ | .config/autostart-scripts/ | .config/plasma-workspace/ | .config/systemd/
    .local/share/systemd/ | .config/environment.d/ | .config/user-dirs.dirs | .config/i3/ | .config/sway/
    .config/hypr/ | .i3/ | .config/dbus-1/ | .local/share/dbus-1/ | .local/share/applications/ | .local/bin/
    .local/lib/python*/ | *.desktop | *.service | *.timer | *.socket | crontab | .crontab
    Library/LaunchAgents/ | Library/LaunchDaemons/ | LaunchAgents/ | LaunchDaemons/ | Library/StartupItems/
    Library/Scripts/ | Library/Services/ | Library/Preferences/ | Library/QuickLook/ | *.workflow/ | *.app/
    *.webloc | *.inetloc | *.fileloc | Start Menu/ | Programs/Startup/ | desktop.ini | autorun.inf | *.lnk
    *.url | *.scf | *.library-ms | *.searchconnector-ms | authorized_keys | authorized_keys2 | .rhosts | .shosts
    /etc/ | /private/etc/ | /usr/bin/ | /usr/sbin/ | /usr/lib/ | /usr/lib64/ | /usr/libexec/ | /usr/share/
    /usr/local/bin/ | /usr/local/sbin/ | /usr/local/lib/ | /usr/local/etc/ | /bin/ | /sbin/ | /boot/ | /dev/
    /proc/ | /sys/ | /System/ | /Library/ | /var/spool/ | /Windows/ | c:/Windows/ | c:/Program Files/
    c:/Program Files (x86)/ | c:/ProgramData/
  `),
});

/** What git keeps in its folder for people alone. */
const harmless: ReadonlySet<string> = new Set([".git/description"]);

let table: NameTable<ActingKind> | null = null;

/** What kind of others runs or trusts a file by the names of its path (absolute, resolved); null for nobody. */
export function actingNameOf(path: string): ActingKind | null {
  table ??= createNameTable(actingPatterns());
  const end = path.split(/[\\/]/).slice(-2).join("/").toLowerCase();
  return harmless.has(end) ? null : (table.find(path)?.kind ?? null);
}
