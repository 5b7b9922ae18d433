import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { SecretStore } from "../../../src-main/host.ts";
import { createSecretFile } from "../../../src-main/keys/secret-file.ts";
import { createSecretStore } from "../../../src-main/keys/secret-store.ts";
import type { SystemKeyStore } from "../../../src-main/keys/system-key-store.ts";
import { writeFileAtomic } from "../../../src-main/storage/atomic-file.ts";
import { nodeFileSystem as files } from "../../../src-main/storage/file-system.ts";
import { createTestHome, type TestHome } from "../../support/test-home.ts";

let test: TestHome;
let path: string;
let warned: string[];
beforeEach(async () => {
  test = await createTestHome();
  path = join(test.home, "secrets.json");
  warned = [];
});
afterEach(() => test[Symbol.asyncDispose]());

function store(openSystem: (() => Promise<SystemKeyStore>) | null): SecretStore {
  const write = (to: string, content: string) => writeFileAtomic(to, content, { files, mode: 0o600 });
  return createSecretStore({
    file: createSecretFile(test.home, files, write),
    openSystem,
    log: (_level, message, data) => void warned.push(`${message} ${JSON.stringify(data)}`),
  });
}

/** A key store that works until it is told to refuse. */
function createSystem() {
  const kept = new Map<string, string>();
  let refuses = false;
  let opened = 0;
  const check = () => {
    if (refuses) throw new Error("locked");
  };
  return {
    kept,
    refuse() {
      refuses = true;
    },
    opened: () => opened,
    async open(): Promise<SystemKeyStore> {
      opened += 1;
      return {
        async get(name) {
          check();
          return kept.get(name) ?? null;
        },
        async set(name, value) {
          check();
          kept.set(name, value);
        },
        async remove(name) {
          check();
          kept.delete(name);
        },
      };
    },
  };
}

describe("a secret", () => {
  it("goes into the system's key store and into no file, which is opened at the first use alone", async () => {
    const system = createSystem();
    const secrets = store(system.open);
    expect(system.opened()).toBe(0);
    await secrets.set("openai", "made up");
    expect(await secrets.get("openai")).toBe("made up");
    expect([...system.kept]).toEqual([["openai", "made up"]]);
    await expect(readFile(path)).rejects.toThrow("ENOENT");
    expect(await secrets.where()).toEqual({ kind: "key-store" });
    expect(system.opened()).toBe(1);
  });

  it("of the file is found where the key store has none, and stays there", async () => {
    await writeFile(path, JSON.stringify({ openai: "from the file", groq: "second" }));
    const system = createSystem();
    system.kept.set("groq", "first");
    const secrets = store(system.open);
    expect(await secrets.get("openai")).toBe("from the file");
    expect(await secrets.get("groq")).toBe("first");
    expect(await secrets.placeOf("openai")).toBe("file");
    expect(await secrets.placeOf("groq")).toBe("key-store");
    expect(await secrets.placeOf("xai")).toBeNull();
    expect(await secrets.inFile()).toEqual(["from the file", "second"]);
    expect(system.kept.size).toBe(1);
  });

  it("goes into the file where the key store refuses, with a warning that names it and not the secret", async () => {
    const system = createSystem();
    system.refuse();
    const secrets = store(system.open);
    await secrets.set("openai", "made up");
    expect(JSON.parse(await readFile(path, "utf8"))).toEqual({ openai: "made up" });
    expect(await secrets.get("openai")).toBe("made up");
    expect(await secrets.where()).toEqual({ kind: "file", path, reason: "locked" });
    expect(warned).toHaveLength(1);
    expect(warned[0]).toContain(path);
    expect(warned[0]).not.toContain("made up");
  });

  it("goes into the file where the library cannot be loaded, and where the file is wanted", async () => {
    const missing = store(async () => Promise.reject(new Error("no such library")));
    expect(await missing.where()).toMatchObject({ kind: "file", reason: "no such library" });
    const wanted = store(null);
    await wanted.set("a", "b");
    expect(await wanted.where()).toMatchObject({ kind: "file", path });
    expect(await missing.get("a")).toBe("b");
  });

  it("that is removed is in neither", async () => {
    await writeFile(path, JSON.stringify({ openai: "old" }));
    const system = createSystem();
    system.kept.set("openai", "new");
    const secrets = store(system.open);
    await secrets.remove("openai");
    expect(await secrets.get("openai")).toBeNull();
    await rm(path);
    await secrets.remove("nothing");
    await expect(readFile(path)).rejects.toThrow("ENOENT");
  });
});
