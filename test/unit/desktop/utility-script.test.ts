import { spawn } from "node:child_process";
import { EventEmitter } from "node:events";
import { PassThrough } from "node:stream";
import { describe, expect, it, onTestFinished } from "vitest";
import { startedBy } from "../../../src-main/desktop/utility-script.ts";

class Child extends EventEmitter {
  readonly posted: unknown[] = [];
  readonly stderr = new PassThrough();
  pid: number | undefined = undefined;

  postMessage(message: unknown): void {
    this.posted.push(message);
  }
}

function start() {
  const child = new Child();
  const asked: unknown[] = [];
  const heard: unknown[] = [];
  const ends: string[] = [];
  const script = startedBy((...words) => {
    asked.push(words);
    return child;
  })({
    script: new URL("file:///opt/perch/sandbox-host.js"),
    arguments: ["/tmp/one"],
    folder: "/tmp/one",
    env: { TMPDIR: "/tmp/one" },
    onMessage: (message) => heard.push(message),
    onExit: (words) => ends.push(words),
  });
  return { child, script, asked, heard, ends };
}

describe("a script in a process of Electron's own", () => {
  it("is started with its folder and its environment alone, and is spoken to in messages", () => {
    const { child, script, asked, heard } = start();
    expect(asked).toEqual([
      [
        "/opt/perch/sandbox-host.js",
        ["/tmp/one"],
        expect.objectContaining({ cwd: "/tmp/one", env: { TMPDIR: "/tmp/one" }, stdio: ["ignore", "ignore", "pipe"] }),
      ],
    ]);
    script.send({ number: 1 });
    child.emit("message", { number: 1, answer: "yes" });
    expect(child.posted).toEqual([{ number: 1 }]);
    expect(heard).toEqual([{ number: 1, answer: "yes" }]);
  });

  it("tells what it said last when it ends by itself, and is sent nothing after", async () => {
    const { child, script, ends } = start();
    child.stderr.write("it broke\n");
    child.emit("exit", 1);
    expect(ends).toEqual(["it broke"]);
    script.send({ number: 2 });
    await script.end(1);
    expect(child.posted).toEqual([]);
  });

  it("is told to end, and waited for", async () => {
    const { child, script, ends } = start();
    const ended = script.end(60_000);
    expect(child.posted).toEqual(["end"]);
    expect(ends).toEqual([]);
    child.emit("exit", 0);
    await ended;
    expect(ends).toEqual([""]);
  });

  it("is killed where it does not heed that", async () => {
    const { child, script } = start();
    const stubborn = spawn(process.execPath, ["-e", "process.on('SIGTERM', () => 0); setInterval(() => 0, 1000)"]);
    onTestFinished(() => void stubborn.kill("SIGKILL"));
    child.pid = stubborn.pid;
    let signal: NodeJS.Signals | null = null;
    stubborn.once("exit", (_code, by) => {
      signal = by;
      child.emit("exit", 1);
    });
    await script.end(1);
    expect(signal).toBe("SIGKILL");
  });
});
