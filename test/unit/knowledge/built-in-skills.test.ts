import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { createEventBus } from "../../../src-main/bus/event-bus.ts";
import { createKnowledge } from "../../../src-main/knowledge/knowledge.ts";
import { createVersions } from "../../../src-main/knowledge/versions.ts";
import { placeOfOneRoot } from "../../../src-main/policy/one-root.ts";
import { pathGuard } from "../../../src-main/policy/open-in-roots.ts";
import type { Root } from "../../../src-main/policy/roots.ts";
import { nodeFileSystem } from "../../../src-main/storage/file-system.ts";
import { ok } from "../../../src-preload/contract/result.ts";
import { createManualClock } from "../../support/manual-clock.ts";
import { value } from "../../support/test-home.ts";

it("lists and reads the skills that come with the app, and saves none of them", async () => {
  const folder = await mkdtemp(join(tmpdir(), "perch-skills-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await mkdir(join(folder, "workspace"));
  await mkdir(join(folder, "app/weather"), { recursive: true });
  await writeFile(join(folder, "app/weather/SKILL.md"), "sunny");
  const machine = { userHome: folder, platform: process.platform };
  const place = (name: string, kind: Root["kind"], access: Root["access"]) => () =>
    placeOfOneRoot(nodeFileSystem, machine, { path: join(folder, name), kind, access });
  const written: string[] = [];
  const clock = createManualClock();
  const [versionsFolder, backups] = [join(folder, "versions"), join(folder, "backups")];
  const kept = { folder: versionsFolder, backups, files: nodeFileSystem, clock, platform: process.platform };
  await using versions = createVersions({ ...kept, log: () => undefined });
  await using knowledge = createKnowledge({
    versions,
    onForeign: () => undefined,
    guard: pathGuard,
    events: createEventBus(clock, "epoch"),
    log: () => undefined,
    watchFolder: () => ({ ready: Promise.resolve(), [Symbol.asyncDispose]: async () => undefined }),
    write: async (path) => {
      written.push(path);
      return ok(undefined);
    },
    workspacePlace: place("workspace", "workspace", "write"),
    skillsPlace: place("app", "skills", "read"),
  });
  const path = "built-in/weather/SKILL.md";
  const skills = value(await knowledge.list()).filter((file) => file.kind === "skill");
  expect(skills).toMatchObject([{ path, readOnly: true, exists: true, size: 5 }]);
  const read = value(await knowledge.read(path));
  expect(read.text).toBe("sunny");
  const saved = await knowledge.save(path, "rainy", read.version);
  expect(saved.ok ? "ok" : saved.error.code).toBe("read-only");
  expect(written).toEqual([]);
});
