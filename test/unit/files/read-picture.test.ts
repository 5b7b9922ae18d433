import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, rm, symlink, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { createPictureReader, maxPictureBytes } from "../../../src-main/files/read-picture.ts";
import { nodeFileSystem } from "../../../src-main/storage/file-system.ts";
import { magicType } from "../../../src-main/tools/media-type.ts";

const png = Buffer.from("\x89PNG\r\n\x1a\nand so on", "latin1");
const read = createPictureReader({ files: nodeFileSystem, magicType });

async function createFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "perch-picture-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

it("a picture is read again and is of the type that its bytes tell, whatever its name says", async () => {
  const path = join(await createFolder(), "shot.jpg");
  await writeFile(path, png);
  expect(await read(path)).toEqual({ ok: true, value: { mediaType: "image/png", bytes: png } });
});

it("a picture of the most that may be attached is read whole", async () => {
  const path = join(await createFolder(), "large.png");
  await writeFile(path, png);
  await truncate(path, maxPictureBytes);
  const result = await read(path);
  expect(result.ok && result.value.bytes.length).toBe(maxPictureBytes);
});

it("what was put in the place of a picture is not given out", async () => {
  const folder = await createFolder();
  const at = (name: string): string => join(folder, name);
  await writeFile(at("real.png"), png);
  await writeFile(at("secret"), "token = made-up");
  await symlink(at("secret"), at("link-to-secret.png"));
  await symlink(at("real.png"), at("link-to-picture.png"));
  await writeFile(at("words.png"), "token = made-up");
  await writeFile(at("empty.png"), "");
  await writeFile(at("paper.png"), "%PDF-1.7");
  await writeFile(at("huge.png"), png);
  await truncate(at("huge.png"), maxPictureBytes + 1);
  await mkdir(at("folder.png"));
  execFileSync("mkfifo", [at("pipe.png")]);
  const reasons: Record<string, string> = {};
  for (const name of [
    "link-to-secret",
    "link-to-picture",
    "words",
    "empty",
    "paper",
    "huge",
    "folder",
    "pipe",
    "gone",
  ]) {
    const result = await read(at(`${name}.png`));
    reasons[name] = result.ok ? "given out" : result.error;
  }
  expect(reasons).toEqual({
    "link-to-secret": "it is no file",
    "link-to-picture": "it is no file",
    words: "its bytes are no picture",
    empty: "its bytes are no picture",
    paper: "its bytes are no picture",
    huge: `it has ${maxPictureBytes + 1} bytes`,
    folder: "it is no file",
    pipe: "it is no file",
    gone: expect.stringContaining("ENOENT"),
  });
});

it("a link that slips in between the look and the opening is not followed", async () => {
  const folder = await createFolder();
  const path = join(folder, "shot.png");
  await writeFile(join(folder, "other.png"), png);
  await writeFile(path, png);
  const files = {
    ...nodeFileSystem,
    open: async (...[at, flags, mode]: Parameters<typeof nodeFileSystem.open>) => {
      await rm(path);
      await symlink(join(folder, "other.png"), path);
      return nodeFileSystem.open(at, flags, mode);
    },
  };
  const result = await createPictureReader({ files, magicType })(path);
  expect(result).toEqual({ ok: false, error: expect.stringContaining("ELOOP") });
});
