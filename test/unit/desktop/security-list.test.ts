import { describe, expect, it } from "vitest";
import { areWindowsAlike, brokenPoints, points } from "../../support/security/points.ts";
import { readShell, type ShellSources } from "../../support/security/shell-sources.ts";

/** A deliberate fault: one text in place of another, in the one file below `file` that has it. */
interface Break {
  readonly point: number;
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

const whole = readShell();
const mainWindow = "src-main/desktop/main-window.ts";
const shell = "src-main/desktop/";
const preferences = "    spellcheck: true,\n";
const added = (point: number, line: string): Break => ({
  point,
  file: shell,
  from: preferences,
  to: `${preferences}    ${line},\n`,
});
const changed = (point: number, file: string, from: string, to: string): Break => ({ point, file, from, to });

const breaks: readonly Break[] = [
  changed(1, mainWindow, "window.loadURL(`", "window.loadURL(`http://perch.example/` + `"),
  changed(1, "src-renderer/index.html", 'src="./main.tsx"', 'src="https://cdn.example/main.js"'),
  changed(2, shell, "nodeIntegration: false", "nodeIntegration: true"),
  added(2, "nodeIntegrationInWorker: true"),
  changed(3, shell, "contextIsolation: true", "contextIsolation: false"),
  changed(4, shell, "    sandbox: true,\n", ""),
  changed(
    4,
    "src-main/desktop.ts",
    "registerAppScheme();\n",
    'app.commandLine.appendSwitch("no-sandbox");\nregisterAppScheme();\n',
  ),
  changed(5, "src-main/desktop/permissions.ts", "isMicrophone && isMainFrame && isAppPage(page)", "isMicrophone"),
  changed(5, "src-main/desktop.ts", "  limitPermissions();\n", ""),
  added(5, 'partition: "persist:other"'),
  changed(6, shell, "webSecurity: true", "webSecurity: false"),
  changed(7, "src-main/serve/page-headers.ts", "script-src 'self'", "script-src 'self' 'unsafe-eval'"),
  changed(
    7,
    "src-main/desktop/app-pages.ts",
    '{ ...pageHeaders, "content-type": file.type }',
    '{ "content-type": file.type }',
  ),
  added(8, "allowRunningInsecureContent: true"),
  added(9, "experimentalFeatures: true"),
  added(10, 'enableBlinkFeatures: "CSSVariables"'),
  changed(11, shell, "webviewTag: false", "webviewTag: true"),
  changed(11, "src-renderer/features/settings/about-card.tsx", "<p>", '<webview src="app://perch/" /><p>'),
  changed(
    12,
    shell,
    "(event) => event.preventDefault());\n  webContents.setWindow",
    "() => undefined);\n  webContents.setWindow",
  ),
  changed(13, shell, '  webContents.on("will-redirect", stayHome);\n', ""),
  changed(13, mainWindow, "  keepAtHome(window);\n", ""),
  changed(14, shell, 'action: "deny"', 'action: "allow"'),
  changed(15, "src-main/desktop/permissions.ts", "/^(https?|mailto):/", "/^(https?|mailto|file):/"),
  changed(15, "src-main/desktop/permissions.ts", "if (/^(https?|mailto):/.test(target)) ", ""),
  changed(16, "package.json", '"electron": "', '"electron": "^'),
  changed(
    17,
    "src-main/desktop/ipc-transport.ts",
    "(event, route: unknown, input: unknown) =>\n    isOurs(event) ?",
    "(event, route: unknown, input: unknown) =>\n    event !== null ?",
  ),
  changed(17, "src-main/desktop/ipc-transport.ts", "senderFrame === sender.mainFrame && ", ""),
  changed(18, "src-main/desktop/app-pages.ts", 'const appScheme = "app"', 'const appScheme = "file"'),
  changed(19, "packaging/builder.ts", "runAsNode: false", "runAsNode: true"),
  changed(19, "packaging/builder.ts", "  onlyLoadAppFromAsar: true,\n", ""),
  changed(20, "src-preload/preload.ts", "  request: (", "  send: ipcRenderer.send,\n  request: ("),
  changed(20, "src-preload/preload.ts", "=> listener(delivery)", "=> listener(_event)"),
];

function broken({ file, from, to }: Omit<Break, "point">): ShellSources {
  const having = [...whole].filter(([path, text]) => path.startsWith(file) && text.includes(from));
  expect(
    having.map(([path]) => path),
    `what is broken stands in one file of ${file}`,
  ).toHaveLength(1);
  const [[path, text] = ["", ""]] = having;
  expect(text.split(from), `and once in ${path}`).toHaveLength(2);
  return new Map([...whole, [path, text.replace(from, () => to)]]);
}

describe("Electron's list of what makes an app secure", () => {
  it("has twenty points, and the shell keeps to all of them", async () => {
    expect(points.map(({ number }) => number)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
    expect(await brokenPoints(whole)).toEqual([]);
  });

  it("has a deliberate fault for each point", () => {
    expect([...new Set(breaks.map(({ point }) => point))]).toEqual(points.map(({ number }) => number));
  });

  it.each(breaks)("is broken at point $point alone by a fault in $file: $to", async (fault) => {
    expect(await brokenPoints(broken(fault))).toEqual([fault.point]);
  });

  it("is looked at for every window: one with preferences of its own, or of another kind, is seen", () => {
    expect(areWindowsAlike(whole)).toBe(true);
    const file = mainWindow;
    const own = { file, from: "webPreferences: pagePreferences(preload)", to: "webPreferences: { preload }" };
    expect(areWindowsAlike(broken(own))).toBe(false);
    const none = { file, from: "    webPreferences: pagePreferences(preload),\n", to: "" };
    expect(areWindowsAlike(broken(none))).toBe(false);
    const other = { file, from: "  keepAtHome(window);\n", to: "  keepAtHome(window);\n  new WebContentsView();\n" };
    expect(areWindowsAlike(broken(other))).toBe(false);
  });
});
