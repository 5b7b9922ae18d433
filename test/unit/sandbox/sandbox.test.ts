import { existsSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { rootFolders } from "../../../src-main/policy/session-roots.ts";
import { type Answer, type Question, questionSchema } from "../../../src-main/sandbox/host-messages.ts";
import { createSandbox } from "../../../src-main/sandbox/sandbox.ts";
import type { ConfineServerRequest } from "../../../src-main/sandbox/server-session.ts";
import { nodeFileSystem } from "../../../src-main/storage/file-system.ts";
import { createTestHome } from "../../support/test-home.ts";

type Reply = (question: Question, tell: { exit(words: string): void }) => Answer | null;

/** A sandbox whose runtime is a stand-in; a command that it wraps runs as it is. */
async function sandboxWith(
  reply: Reply,
  changes: { readonly platform?: NodeJS.Platform; readonly path?: string } = {},
) {
  const home = await createTestHome();
  onTestFinished(() => home[Symbol.asyncDispose]());
  let now = 0;
  let opened = 0;
  const asked: Question[] = [];
  const host = { ...home.host, platform: changes.platform ?? ("linux" as const), monotonic: () => now };
  const sandbox = createSandbox({
    host,
    files: nodeFileSystem,
    folders: rootFolders(home.home, home.host.paths.resources),
    skillFolders: async () => [],
    childEnv: async () => ({ PATH: changes.path ?? process.env["PATH"] ?? "" }),
    openHost: () => (tell) => {
      opened++;
      return {
        send(message) {
          const question = questionSchema.parse(message);
          asked.push(question);
          const answer = reply(question, { exit: tell.onExit });
          if (answer !== null) tell.onMessage({ number: question.number, answer });
        },
        end: async () => tell.onExit(""),
      };
    },
  });
  onTestFinished(() => sandbox[Symbol.asyncDispose]());
  const request = { script: "exit 0", workFolder: home.work, env: {}, hosts: ["example.com"] };
  return {
    sandbox,
    asked,
    confine: () => sandbox.confine(request),
    confineServer: (changes: Partial<ConfineServerRequest> = {}) =>
      sandbox.confineServer({
        file: "/usr/bin/node",
        arguments: ["it's", "$HOME", ""],
        env: { PATH: "/bin", UV_CACHE_DIR: "the person's", XDG_CACHE_HOME: "the person's" },
        values: { UV_CACHE_DIR: "its own" },
        folders: [home.work],
        reads: [],
        cache: join(home.home, "cache", "mcp", "a"),
        hosts: ["example.com"],
        ...changes,
      }),
    home,
    opened: () => opened,
    pass: (ms: number) => {
      now += ms;
    },
  };
}

const works: Reply = (question) => {
  if (question.kind === "begin") return { kind: "begun" };
  if (question.kind === "narrow") return { kind: "narrowed" };
  if (question.kind === "wrap") return { kind: "wrapped", argv: ["/bin/sh", "-c", "exit 0"] };
  return { kind: "refused", lines: ["deny network-outbound evil.example:443 (host is not on the allow list)"] };
};

describe("the sandbox", () => {
  it("is tried once with a command that does nothing, whoever asks how often", async () => {
    const { sandbox, opened } = await sandboxWith(works);
    expect(await Promise.all([sandbox.state(), sandbox.state()])).toEqual([{ kind: "ready" }, { kind: "ready" }]);
    expect(opened()).toBe(1);
  });

  it("tells the hosts that a command was kept from, once it has ended", async () => {
    const { asked, confine } = await sandboxWith(works);
    const confined = await confine();
    if (!confined.ok) throw new Error(confined.error);
    expect(await confined.value.done()).toMatchObject({ hosts: ["evil.example"], acting: [] });
    const wrapped = asked.findLast((question) => question.kind === "wrap");
    expect(wrapped).toMatchObject({ kind: "wrap", hosts: ["example.com"] });
    expect(asked.at(-1)).toMatchObject({ kind: "done", commandId: wrapped?.kind === "wrap" ? wrapped.commandId : "" });
  });

  it("says which packages are missing, and finds them once they are there", async () => {
    const { sandbox, opened } = await sandboxWith(works, { path: "/nowhere" });
    expect(await sandbox.state()).toMatchObject({
      kind: "unavailable",
      reason: expect.stringContaining("bubblewrap, socat"),
      nextStep: expect.stringContaining("apt install bubblewrap socat"),
    });
    expect(opened()).toBe(0);
  });

  it("says that there is none on a system that has none", async () => {
    const { sandbox, confine } = await sandboxWith(works, { platform: "win32" });
    expect(await sandbox.state()).toMatchObject({ kind: "unavailable", nextStep: null });
    expect(await confine()).toMatchObject({ ok: false });
  });

  it("takes the weaker form where a container refuses the stricter one", async () => {
    let isNested = false;
    const { asked, sandbox } = await sandboxWith((question, tell) => {
      if (question.kind === "begin") ({ isNested } = question);
      if (question.kind !== "wrap" || isNested) return works(question, tell);
      return { kind: "wrapped", argv: ["/bin/sh", "-c", "echo bwrap: Can\\'t mount proc; exit 1"] };
    });
    expect(await sandbox.state()).toEqual({ kind: "ready" });
    expect(asked.filter(({ kind }) => kind === "begin")).toMatchObject([{ isNested: false }, { isNested: true }]);
  });

  it("that does not run says so in the words of the other side, and is tried again after a while", async () => {
    const { opened, pass, sandbox } = await sandboxWith((question, tell) =>
      question.kind === "wrap"
        ? { kind: "wrapped", argv: ["/bin/sh", "-c", "echo bwrap: No permissions; exit 1"] }
        : works(question, tell),
    );
    expect(await sandbox.state()).toMatchObject({ reason: expect.stringContaining("bwrap: No permissions") });
    await sandbox.state();
    expect(opened()).toBe(1);
    pass(61_000);
    await sandbox.state();
    expect(opened()).toBe(2);
  });

  it("never lets a command run that it could not confine", async () => {
    let isOver = false;
    const { confine } = await sandboxWith((question, tell) =>
      isOver && question.kind === "wrap" ? { kind: "failed", reason: "too many mounts" } : works(question, tell),
    );
    expect(await confine()).toMatchObject({ ok: true });
    isOver = true;
    expect(await confine()).toEqual({ ok: false, error: "too many mounts" });
  });

  it("whose process ends is started anew, and what was asked of it has an answer", async () => {
    let isGone = false;
    const { confine, opened } = await sandboxWith((question, tell) => {
      if (question.kind !== "wrap" || !isGone) return works(question, tell);
      isGone = false;
      tell.exit("killed");
      return null;
    });
    expect(await confine()).toMatchObject({ ok: true });
    isGone = true;
    expect(await confine()).toEqual({ ok: false, error: "killed" });
    expect(await confine()).toMatchObject({ ok: true });
    expect(opened()).toBe(2);
  });
});

describe("a server in the sandbox", () => {
  async function confined(reply: Reply = works) {
    const bench = await sandboxWith(reply);
    const server = await bench.confineServer();
    if (!server.ok) throw new Error(server.error);
    return { ...bench, server: server.value };
  }

  it("is run word for word, and writes in its folder, its cache and a temp folder that goes with it", async () => {
    const { server, asked, home } = await confined();
    const wrapped = asked.findLast((question) => question.kind === "wrap");
    if (wrapped?.kind !== "wrap") throw new Error("nothing was wrapped");
    expect(wrapped.command).toMatch(/; exec '\/usr\/bin\/node' 'it'\\''s' '\$HOME' ''$/);
    const [work, cache, temp = ""] = wrapped.paths.allowWrite;
    expect([work, cache]).toEqual([home.work, join(home.home, "cache", "mcp", "a")]);
    expect(existsSync(temp)).toBe(true);
    await server.done();
    expect(existsSync(temp)).toBe(false);
  });

  it("keeps what its runner fetches in its cache, unless its own variables say where", async () => {
    const { server, home } = await confined();
    expect(server.env).toMatchObject({
      PATH: "/bin",
      UV_CACHE_DIR: "its own",
      XDG_CACHE_HOME: join(home.home, "cache", "mcp", "a", "xdg"),
      NODE_USE_ENV_PROXY: "1",
    });
  });

  it("hands what the loader goes by into the sandbox alone, and keeps all else out of the command line", async () => {
    const { confineServer, asked } = await sandboxWith(works);
    const values = { LD_PRELOAD: "/cache/it's.so", "LD_X;true": "x", TOKEN: "made-up" };
    const server = await confineServer({ values });
    if (!server.ok) throw new Error(server.error);
    expect(server.value.env).toMatchObject({ TOKEN: "made-up" });
    expect(Object.keys(server.value.env).filter((name) => name.startsWith("LD_"))).toEqual([]);
    const wrapped = asked.findLast((question) => question.kind === "wrap");
    const command = wrapped?.kind === "wrap" ? wrapped.command : "";
    expect(command).toContain("; export LD_PRELOAD='/cache/it'\\''s.so'; exec ");
    expect(command).not.toMatch(/made-up|LD_X/);
  });

  it("tells while it runs what it was kept from, and is narrowed by its own id", async () => {
    const { server, asked } = await confined();
    expect(await server.refused()).toEqual({ ok: true, value: ["evil.example"] });
    await server.narrow(["api.example.com"]);
    const wrapped = asked.findLast((question) => question.kind === "wrap");
    const commandId = wrapped?.kind === "wrap" ? wrapped.commandId : "";
    expect(asked.at(-1)).toMatchObject({ kind: "narrow", commandId, hosts: ["api.example.com"] });
    expect(await server.done()).toEqual(["evil.example"]);
  });

  it("says so once the sandbox is gone, and is not started where it cannot be confined", async () => {
    const { server, confineServer, home } = await confined((question, tell) => {
      if (question.kind !== "refused") return works(question, tell);
      tell.exit("killed");
      return null;
    });
    expect(await server.refused()).toEqual({ ok: false, error: "killed" });
    const file = join(home.home, "in-the-way");
    writeFileSync(file, "");
    expect(await confineServer({ cache: join(file, "a") })).toMatchObject({
      ok: false,
      error: expect.stringContaining(dirname(file)),
    });
  });
});
