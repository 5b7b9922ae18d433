import { mkdir, mkdtemp, realpath, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { lentFolders } from "../../../src-main/mcp/lent-folders.ts";
import { cleanProfile, problemOfProfile } from "../../../src-main/mcp/profile.ts";
import { allowableHosts, createRefusedHosts, withRefused } from "../../../src-main/mcp/refused-hosts.ts";
import type { ConfinedServer } from "../../../src-main/sandbox/server-session.ts";
import { nodeFileSystem } from "../../../src-main/storage/file-system.ts";
import type { McpProfile } from "../../../src-preload/contract/mcp.ts";
import { fail, ok } from "../../../src-preload/contract/result.ts";

function profileOf(more: Partial<McpProfile>): McpProfile {
  return { mode: "on", hosts: [], folders: [], ...more };
}

describe("a profile as it was typed", () => {
  it("is kept without what is empty or said twice, a host also out of an address", () => {
    const typed = profileOf({
      hosts: [" API.example.com ", "https://api.example.com/v1", "", "*.example.com"],
      folders: [" ~/Documents ", "~/Documents", ""],
    });
    expect(cleanProfile(typed)).toEqual(
      profileOf({ hosts: ["api.example.com", "*.example.com"], folders: ["~/Documents"] }),
    );
  });

  const homes = { userHome: "/home/person", home: "/home/person/.perch" };

  it.each(["*", "*.com", "ftp://example.com", "two words", "localhost", "[::1]", "example.com/path", "x".repeat(300)])(
    "may not name the host %s",
    (host) => {
      expect(problemOfProfile(profileOf({ hosts: [host] }), homes)?.data).toEqual({ field: "hosts" });
    },
  );

  it.each([
    "/",
    "~",
    "/home",
    "/home/person/../person",
    "Documents",
    "~/.perch",
    "~/.perch/workspace",
    "/home/person/\0",
  ])("may not lend the folder %s", (folder) => {
    expect(problemOfProfile(profileOf({ folders: [folder] }), homes)?.data).toEqual({ field: "folders" });
  });

  it("may name hosts and folders", () => {
    const hosts = ["example.com", "*.example.com", "example.com:443", "192.168.1.5"];
    expect(problemOfProfile(profileOf({ hosts, folders: ["~/Documents", "/srv/data"] }), homes)).toBeNull();
  });
});

it("a folder that is lent is where its links lead, and not where that is too wide", async () => {
  const base = await realpath(await mkdtemp(join(tmpdir(), "perch-lent-")));
  onTestFinished(() => rm(base, { recursive: true }));
  const userHome = join(base, "person");
  const home = join(userHome, ".perch");
  await mkdir(join(userHome, "notes"), { recursive: true });
  await mkdir(home);
  await symlink(join(userHome, "notes"), join(userHome, "link"));
  await symlink(base, join(userHome, "up"));
  await symlink(home, join(userHome, "own"));
  const wanted = ["~/notes", "~/link", "~/up", "~/own", "~/gone", "notes"];
  expect(await lentFolders(wanted, { userHome, home }, nodeFileSystem)).toEqual({
    lent: [join(userHome, "notes")],
    left: [
      { folder: "~/up", why: "wide" },
      { folder: "~/own", why: "own" },
      { folder: "~/gone", why: "gone" },
      { folder: "notes", why: "relative" },
    ],
  });
});

describe("the hosts that a server was kept from", () => {
  /** One that was refused these when it is asked, each time. */
  function program(refused: () => readonly string[] | null, last: readonly string[] = []) {
    const narrowed: (readonly string[])[] = [];
    const confined: ConfinedServer = {
      file: "",
      arguments: [],
      env: {},
      refused: async () => {
        const hosts = refused();
        return hosts === null ? fail("gone") : ok(hosts);
      },
      narrow: async (hosts) => void narrowed.push(hosts),
      done: async () => last,
    };
    return { confined, narrowed };
  }

  it("are told for the time of a call, also where they were refused before", async () => {
    let next: readonly string[] = ["a.example.com"];
    const told: string[] = [];
    const refused = createRefusedHosts({ before: [], onNew: (host) => told.push(host), onBroken: () => undefined });
    refused.follow(program(() => next).confined, new Promise(() => undefined));
    const mark = await refused.look();
    expect(refused.since(mark)).toEqual([]);
    next = ["a.example.com", "a.example.com", "b.example.com"];
    await refused.look();
    expect(refused.since(mark)).toEqual(["a.example.com", "b.example.com"]);
    expect(told).toEqual(["a.example.com", "b.example.com"]);
  });

  it("of a program that has ended are those of its last words too", async () => {
    const refused = createRefusedHosts({
      before: ["old.example.com"],
      onNew: () => undefined,
      onBroken: () => undefined,
    });
    refused.follow(program(() => [], ["late.example.com"]).confined, Promise.resolve());
    await Promise.resolve();
    await refused.look();
    expect(refused.hosts).toEqual(["old.example.com", "late.example.com"]);
  });

  it("are few and short, however many a server asks for", async () => {
    const many = Array.from({ length: 500 }, (_, index) => `${index}.${"x".repeat(1000)}`);
    const refused = createRefusedHosts({ before: [], onNew: () => undefined, onBroken: () => undefined });
    refused.follow(program(() => many).confined, new Promise(() => undefined));
    await refused.look();
    expect(refused.hosts).toHaveLength(10);
    expect(refused.hosts.every((host) => host.length <= 255)).toBe(true);
    expect(refused.since(0).length).toBeLessThanOrEqual(100);
  });

  it("that the sandbox has ended is told, and its hosts are narrowed once its package is there", async () => {
    let isBroken = false;
    const { confined, narrowed } = program(() => null);
    const refused = createRefusedHosts({
      before: [],
      onNew: () => undefined,
      onBroken: () => {
        isBroken = true;
      },
    });
    refused.follow(confined, new Promise(() => undefined));
    await refused.narrow(["api.example.com"]);
    await refused.look();
    expect([isBroken, narrowed]).toEqual([true, [["api.example.com"]]]);
  });

  it("can be allowed where they are hosts and are not allowed yet", () => {
    const refused = ["a.example.com", "b.other.example", "localhost", "::1", "c.example.com", "A.example.com"];
    expect(allowableHosts(refused, ["a.example.com"])).toEqual(["b.other.example", "c.example.com"]);
    expect(allowableHosts(refused, ["*.example.com"])).toEqual(["b.other.example"]);
  });

  it("are added to what a call brought, for the model and for its step", () => {
    const hosts = ["a.example.com"];
    expect(withRefused({ kind: "done", content: "an answer" }, [])).toEqual({ kind: "done", content: "an answer" });
    expect(withRefused({ kind: "done", content: "an answer" }, hosts)).toMatchObject({
      content: expect.stringMatching(/^an answer\n\n\[The sandbox kept this server from reaching a\.example\.com\./),
      details: { refused: [{ kind: "host", host: "a.example.com" }] },
    });
    expect(withRefused({ kind: "failed", message: "no" }, hosts)).toMatchObject({
      message: expect.stringContaining("Only the user can allow it"),
    });
  });
});
