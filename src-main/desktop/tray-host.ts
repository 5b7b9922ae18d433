import { spawn } from "node:child_process";

/* Whether something shows images in a tray. On Linux that is a program of the desktop, which GNOME has only with an extension. */

const watcher = "org.kde.StatusNotifierWatcher";
const bus = "org.freedesktop.DBus";
/** Two programs that can ask the session's bus; desktops have one of them at least. */
const asks: readonly (readonly [string, readonly string[]])[] = [
  ["gdbus", ["call", "--session", "--dest", bus, "--object-path", "/", "--method", `${bus}.NameHasOwner`, watcher]],
  ["dbus-send", ["--session", "--print-reply", `--dest=${bus}`, "/", `${bus}.NameHasOwner`, `string:${watcher}`]],
];
/** An answer of the bus takes a moment; a bus that hangs must not keep the tray from being decided about. */
const patienceMs = 3000;
const mostChars = 4000;

export async function hasTrayHost(
  platform: NodeJS.Platform,
  env: Readonly<Record<string, string | undefined>>,
): Promise<boolean> {
  if (platform !== "linux") return true;
  for (const [program, words] of asks) {
    const said = await answerOf(program, words, env);
    if (said !== null) return /\btrue\b/.test(said);
  }
  return false;
}

/** Null where the program is not there or could not ask. */
function answerOf(
  program: string,
  words: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<string | null> {
  return new Promise((resolve) => {
    const stdio = ["ignore", "pipe", "ignore"] as const;
    const child = spawn(program, [...words], { env: onlyBus(env), timeout: patienceMs, stdio: [...stdio] });
    let said = "";
    child.stdout?.on("data", (chunk) => {
      said = `${said}${String(chunk)}`.slice(0, mostChars);
    });
    child.once("error", () => resolve(null));
    child.once("close", (code) => resolve(code === 0 ? said : null));
  });
}

/** All that a program needs to find the bus. */
function onlyBus(env: Readonly<Record<string, string | undefined>>): Readonly<Record<string, string | undefined>> {
  const { PATH, HOME, DISPLAY, DBUS_SESSION_BUS_ADDRESS, XDG_RUNTIME_DIR } = env;
  return { PATH, HOME, DISPLAY, DBUS_SESSION_BUS_ADDRESS, XDG_RUNTIME_DIR };
}
