import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import type { Writable } from "node:stream";
import { createVirtualScreen, type VirtualScreen } from "./virtual-screen.ts";

/*
 * A command on a terminal of its own: the other end of a pseudo-terminal, whose bytes are drawn on a virtual screen. The
 * system's Python makes it, since Node has no word for it.
 */

/** Copies both ways; a line on descriptor 3 sets the size (`rows columns`) or ends the terminal (`hang up`). */
const bridge = `
import fcntl, os, pty, select, signal, struct, sys, termios
rows, columns = int(sys.argv[1]), int(sys.argv[2])
pid, terminal = pty.fork()
if pid == 0:
    os.close(3)
    os.execvp(sys.argv[3], sys.argv[3:])
def size(rows, columns):
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
size(rows, columns)
print(pid, file=sys.stderr, flush=True)
sources = [0, 3, terminal]
while True:
    ready, _, _ = select.select(sources, [], [])
    if terminal in ready:
        try:
            data = os.read(terminal, 65536)
        except OSError:
            data = b""
        if not data:
            break
        os.write(1, data)
    if 0 in ready:
        data = os.read(0, 65536)
        if data:
            os.write(terminal, data)
        else:
            sources.remove(0)
    if 3 in ready:
        words = os.read(3, 100).decode().split()
        if words[:2] == ["hang", "up"] or not words:
            break
        size(int(words[0]), int(words[1]))
os.close(terminal)
_, status = os.waitpid(pid, 0)
sys.exit(os.WEXITSTATUS(status) if os.WIFEXITED(status) else 128 + os.WTERMSIG(status))
`;

export interface PseudoTerminalOptions {
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  readonly columns?: number;
  readonly rows?: number;
}

export interface PseudoTerminal {
  readonly screen: VirtualScreen;
  /** Every byte that came, as text. */
  output(): string;
  /** The process that runs on it. */
  readonly pid: Promise<number>;
  type(keys: string): void;
  resize(columns: number, rows: number): void;
  /** Closes the terminal, as a person closes its window. */
  hangUp(): void;
  /** Resolves when the screen, with its scrollback, shows what fits. */
  shows(fits: string | RegExp | ((rows: readonly string[]) => boolean)): Promise<void>;
  /** The exit status of the command. */
  readonly ended: Promise<number | null>;
  kill(): void;
}

export function openPseudoTerminal(options: PseudoTerminalOptions): PseudoTerminal {
  const { columns = 80, rows = 24 } = options;
  const child = spawn("python3", ["-c", bridge, String(rows), String(columns), ...options.command], {
    cwd: options.cwd,
    env: { PATH: process.env["PATH"] ?? "", TERM: "xterm-256color", ...options.env },
    stdio: ["pipe", "pipe", "pipe", "pipe"],
  });
  const screen = createVirtualScreen(columns, rows);
  const checks = new Set<() => void>();
  let said = "";
  let drawn: Promise<void> = Promise.resolve();
  child.stdout?.on("data", (chunk: Buffer) => {
    said += chunk.toString("utf8");
    drawn = drawn.then(() => screen.write(chunk)).then(() => checks.forEach((check) => void check()));
  });
  screen.onReply((data) => void child.stdin?.write(data));
  for (const stream of child.stdio) stream?.on("error", () => undefined);
  return {
    screen,
    output: () => said,
    pid: pidOf(child),
    type: (keys) => void child.stdin?.write(keys),
    resize(nextColumns, nextRows) {
      screen.resize(nextColumns, nextRows);
      controlOf(child).write(`${nextRows} ${nextColumns}\n`);
    },
    hangUp: () => void controlOf(child).write("hang up\n"),
    shows(fits) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const check = (): void => {
        if (!fitsRows(fits, screen.all())) return;
        checks.delete(check);
        resolve();
      };
      checks.add(check);
      check();
      return promise;
    },
    ended: once(child, "close").then(() => child.exitCode),
    kill: () => void child.kill("SIGKILL"),
  };
}

function fitsRows(fits: string | RegExp | ((rows: readonly string[]) => boolean), rows: readonly string[]): boolean {
  if (typeof fits === "function") return fits(rows);
  const words = rows.join("\n");
  return typeof fits === "string" ? words.includes(fits) : fits.test(words);
}

async function pidOf(child: ChildProcess): Promise<number> {
  if (child.stderr === null) throw new Error("the bridge has no stderr");
  const [chunk] = await once(child.stderr, "data");
  return Number(String(chunk).trim());
}

function controlOf(child: ChildProcess): Writable {
  const control = child.stdio[3];
  if (control === null || control === undefined || !("write" in control)) throw new Error("the bridge has no control");
  return control;
}
