import { codeOf, codesOf, countOf, htmlOf, type ShellSources, textOf } from "./shell-sources.ts";

/*
 * Electron's own list of what makes an app secure (tutorial/security), a check a point. Each reads the sources of every window,
 * session and handler of the shell; what the app does with them at run time is tested on the stand-in for Electron.
 */

interface Point {
  readonly number: number;
  readonly title: string;
  /** Whether the sources keep to it. */
  readonly isKept: (shell: ShellSources) => boolean | Promise<boolean>;
}

const desktop = (shell: ShellSources): string => codeOf(shell, "src-main/desktop.ts", "src-main/desktop");

/** Whether one of these words is in the code of the shell or of a page. */
function isNamed(shell: ShellSources, ...words: readonly string[]): boolean {
  const places = ["src-main/desktop.ts", "src-main/desktop", "src-renderer"];
  return words.some((word) => codesOf(shell, ...places).some((code) => code.includes(word)));
}

/** Every page has the same preferences: what is not in them is as Electron has it by default. */
function preferences(shell: ShellSources): string {
  return /function pagePreferences\([^)]*\) \{\s*return \{([^}]*)\}/.exec(desktop(shell))?.[1] ?? "";
}

const has = (shell: ShellSources, line: string): boolean => preferences(shell).includes(`${line},`);

/** What every window is guarded by. */
function guard(shell: ShellSources): string {
  return /function keepAtHome\([\s\S]*?\n\}/.exec(desktop(shell))?.[0] ?? "";
}

function isGuarded(shell: ShellSources): boolean {
  const code = desktop(shell);
  return countOf(code, /new BrowserWindow\(/) === countOf(code, /(?<!function )keepAtHome\(/);
}

/** A small module of sources, run as it stands. */
async function run(text: string): Promise<Readonly<Record<string, unknown>>> {
  return import(`data:text/javascript,${encodeURIComponent(text)}`);
}

async function policyOf(shell: ShellSources): Promise<string> {
  const { pageHeaders } = await run(textOf(shell, "src-main/serve/page-headers.ts"));
  return JSON.stringify(pageHeaders);
}

async function isStrict(shell: ShellSources): Promise<boolean> {
  const policy = await policyOf(shell);
  const answers = desktop(shell);
  return (
    policy.includes("default-src 'none';") &&
    policy.includes("script-src 'self';") &&
    policy.includes("require-trusted-types-for 'script';") &&
    !/unsafe-eval|\*/.test(policy) &&
    countOf(answers, /new Response\(/) ===
      countOf(answers, /headers: (?:pageHeaders|\{ \.\.\.pageHeaders, "content-type")/)
  );
}

const addresses = {
  fit: ["https://example.com/", "http://example.com/", "mailto:ada@example.com"],
  unfit: [
    "file:///etc/passwd",
    "javascript:alert(1)",
    "smb://host/share",
    "ms-msdt:/id",
    "perch://new-chat",
    "data:,x",
  ],
};

/** The one place that hands an address to the system, and what it lets through. */
function opensOnlyPages(shell: ShellSources): boolean {
  const code = desktop(shell);
  const gate = /if \(\/(\^\([^/]*)\/\.test\(target\)\) await shell\.openExternal\(target\);/.exec(code)?.[1];
  if (gate === undefined || countOf(code, /\.openExternal\(/) !== 1) return false;
  const lets = new RegExp(gate);
  return addresses.fit.every((one) => lets.test(one)) && !addresses.unfit.some((one) => lets.test(one));
}

/** The oldest of those that its makers looked after when this was written, in November 2026. */
const oldestMajor = 43;

function isCurrent(shell: ShellSources): boolean {
  const { devDependencies } = JSON.parse(textOf(shell, "package.json"));
  const { packages } = JSON.parse(textOf(shell, "package-lock.json"));
  const version: string = devDependencies.electron;
  return (
    /^\d+\.\d+\.\d+$/.test(version) &&
    packages["node_modules/electron"].version === version &&
    Number(version.split(".")[0]) >= oldestMajor
  );
}

/** Each handler asks first who called; only the page itself is ours, and no frame in it. */
function knowsSenders(shell: ShellSources): boolean {
  const code = desktop(shell);
  const handlers = countOf(code, /ipcMain\.\w+\(/);
  const asked = countOf(
    code,
    /ipcMain\.handle\(\w+, (?:async )?\(event[^)]*\) =>\s*(?:\{\s*if \(!isOurs\(event\)\) return|isOurs\(event\)\s*\?)/,
  );
  const isOurs = "senderFrame !== null && senderFrame === sender.mainFrame && isOurPage(senderFrame.url)";
  return handlers > 0 && handlers === asked && code.includes(isOurs);
}

async function areFusesSet(shell: ShellSources): Promise<boolean> {
  const object = /const fuses = (\{[^}]*\}) as const;/.exec(textOf(shell, "packaging/builder.ts"))?.[1] ?? "{}";
  const { fuses } = await run(`export const fuses = ${object};`);
  const wanted = {
    runAsNode: false,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    enableCookieEncryption: true,
    onlyLoadAppFromAsar: true,
    enableEmbeddedAsarIntegrityValidation: true,
    grantFileProtocolExtraPrivileges: false,
  };
  return JSON.stringify(fuses) === JSON.stringify(wanted);
}

/** A page gets two functions that ask, and neither Electron's own objects nor the event of a message. */
function exposesLittle(shell: ShellSources): boolean {
  const code = codeOf(shell, "src-preload");
  const exposed = /exposeInMainWorld\("perch", \{([\s\S]*)\n\}\);/.exec(code)?.[1] ?? "";
  const names = [...exposed.matchAll(/^ {2}(?:async )?(\w+)\b/gm)].map(([, name]) => name);
  return (
    countOf(code, /exposeInMainWorld\(/) === 1 &&
    names.join() === "request,subscribe" &&
    countOf(code, /ipcRenderer\b(?!\.(?:invoke|on|removeAllListeners)\()/) ===
      countOf(code, /import \{[^}]*\bipcRenderer\b/) &&
    countOf(code, /ipcRenderer\.on\(/) === countOf(code, /\(_event: IpcRendererEvent,[^)]*\) => listener\(delivery\)/)
  );
}

export const points: readonly Point[] = [
  {
    number: 1,
    title: "loads what came with it, and nothing over the network",
    isKept: (shell) =>
      countOf(desktop(shell), /\.loadURL\(/) > 0 &&
      !/["'`](?:https?|wss?|ftp):/.test(desktop(shell)) &&
      htmlOf(shell).every((html) => !/\b(?:src|href)="(?:https?:)?\/\//.test(html)),
  },
  {
    number: 2,
    title: "no Node in a page",
    isKept: (shell) =>
      has(shell, "nodeIntegration: false") && !/nodeIntegration(?:InWorker|InSubFrames)?: true/.test(desktop(shell)),
  },
  {
    number: 3,
    title: "isolated from the preload script",
    isKept: (shell) => has(shell, "contextIsolation: true") && !desktop(shell).includes("contextIsolation: false"),
  },
  {
    number: 4,
    title: "sandboxed",
    isKept: (shell) => has(shell, "sandbox: true") && !/sandbox: false|no-sandbox/.test(desktop(shell)),
  },
  {
    number: 5,
    title: "permissions are asked of the app, in the one session that there is",
    isKept: (shell) => {
      const code = desktop(shell);
      return (
        ["Request", "Check"].every((kind) => code.includes(`session.defaultSession.setPermission${kind}Handler(`)) &&
        /^ {2}limitPermissions\(\);$/m.test(code) &&
        code.includes('return permission === "media" && isMicrophone && isMainFrame && isAppPage(page);') &&
        !/fromPartition|partition:|answer\(true\)/.test(code)
      );
    },
  },
  {
    number: 6,
    title: "the web's own security is on",
    isKept: (shell) =>
      has(shell, "webSecurity: true") && !/webSecurity: false|disable-web-security/.test(desktop(shell)),
  },
  { number: 7, title: "a strict policy comes with every answer", isKept: isStrict },
  {
    number: 8,
    title: "no insecure content in a secure page",
    isKept: (shell) => !isNamed(shell, "allowRunningInsecureContent"),
  },
  {
    number: 9,
    title: "no experimental features",
    isKept: (shell) => !isNamed(shell, "experimentalFeatures", "enable-experimental"),
  },
  {
    number: 10,
    title: "no features of Blink that are off",
    isKept: (shell) => !isNamed(shell, "enableBlinkFeatures", "enable-blink-features"),
  },
  {
    number: 11,
    title: "no webview, and so none that opens windows",
    isKept: (shell) =>
      has(shell, "webviewTag: false") && !isNamed(shell, "<webview", "allowpopups", "webviewTag: true"),
  },
  {
    number: 12,
    title: "a webview that a page makes after all is not attached",
    isKept: (shell) =>
      guard(shell).includes('webContents.on("will-attach-webview", (event) => event.preventDefault());'),
  },
  {
    number: 13,
    title: "pages go nowhere but to our own",
    isKept: (shell) =>
      isGuarded(shell) &&
      guard(shell).includes("if (!isAppPage(url)) event.preventDefault();") &&
      ["will-navigate", "will-redirect"].every((event) =>
        guard(shell).includes(`webContents.on("${event}", stayHome);`),
      ),
  },
  {
    number: 14,
    title: "pages open no windows",
    isKept: (shell) =>
      guard(shell).includes('webContents.setWindowOpenHandler(() => ({ action: "deny" }));') &&
      !/action: "allow"/.test(desktop(shell)),
  },
  { number: 15, title: "the system is handed addresses of the web and of mail alone", isKept: opensOnlyPages },
  { number: 16, title: "a runtime that is looked after, and exactly that one", isKept: isCurrent },
  { number: 17, title: "every handler looks who calls", isKept: knowsSenders },
  {
    number: 18,
    title: "pages come by a scheme of our own and never by file",
    isKept: (shell) => {
      const code = desktop(shell);
      return (
        code.includes('const appScheme = "app";') &&
        code.includes("protocol.handle(appScheme,") &&
        !/loadFile\(|file:\/\/|bypassCSP|allowServiceWorkers/.test(code)
      );
    },
  },
  { number: 19, title: "the switches in the runtime are set", isKept: areFusesSet },
  { number: 20, title: "a page gets nothing of Electron", isKept: exposesLittle },
];

/** The numbers of the points that these sources break. */
export async function brokenPoints(shell: ShellSources): Promise<readonly number[]> {
  const kept = await Promise.all(points.map((point) => point.isKept(shell)));
  return points.filter((_, index) => kept[index] !== true).map(({ number }) => number);
}

/** Every window has the preferences of all pages, and is none of the kinds that the points do not look at. */
export function areWindowsAlike(shell: ShellSources): boolean {
  const code = desktop(shell);
  return (
    countOf(code, /new BrowserWindow\(/) > 0 &&
    countOf(code, /new BrowserWindow\(/) === countOf(code, /webPreferences: pagePreferences\(/) &&
    countOf(code, /webPreferences:/) === countOf(code, /webPreferences: pagePreferences\(/) &&
    !/new (?:WebContentsView|BrowserView|BaseWindow)\(/.test(code)
  );
}
