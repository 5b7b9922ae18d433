import { spawn } from "node:child_process";

/** When a process began, in milliseconds since 1970; null where nothing tells. */
export type StartOf = (pid: number) => Promise<number | null>;

/** Where the kernel lists no processes as files, a program of the system knows them. */
export function startOfOn(platform: NodeJS.Platform): StartOf {
  return async (pid) => {
    if (platform === "darwin") return readPs(await wordsOf("ps", ["-o", "lstart=", "-p", String(pid)]));
    if (platform !== "win32") return null;
    const script = `(Get-Process -Id ${pid}).StartTime.ToFileTimeUtc()`;
    return readFileTime(await wordsOf("powershell.exe", ["-NoProfile", "-NonInteractive", "-Command", script]));
  };
}

/** `Mon Nov 30 11:14:10 2026`, in the time of this computer. */
export function readPs(words: string): number | null {
  const time = Date.parse(words.trim());
  return Number.isNaN(time) ? null : time;
}

/** Steps of 100 ns since 1601, as Windows counts. */
export function readFileTime(words: string): number | null {
  if (!/^\d{17,19}$/.test(words.trim())) return null;
  return Number(BigInt(words.trim()) / 10_000n) - 11_644_473_600_000;
}

const patienceMs = 5000;

/** What a program says; "" where it cannot be asked. */
function wordsOf(program: string, args: readonly string[]): Promise<string> {
  const { PATH, SystemRoot, TZ } = process.env;
  return new Promise((resolve) => {
    const child = spawn(program, [...args], {
      env: { PATH, SystemRoot, TZ, LC_ALL: "C" },
      timeout: patienceMs,
      stdio: ["ignore", "pipe", "ignore"],
      windowsHide: true,
    });
    let said = "";
    child.stdout.on("data", (chunk) => {
      said += String(chunk);
    });
    child.once("error", () => resolve(""));
    child.once("close", (code) => resolve(code === 0 ? said : ""));
  });
}
