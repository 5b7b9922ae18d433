import { describe, expect, it } from "vitest";
import {
  archiveAddress,
  fetchArchive,
  type GetPage,
} from "../../../../../src-main/knowledge/skills/import/fetch-archive.ts";
import { ok } from "../../../../../src-preload/contract/result.ts";
import { makeZip } from "../../../../support/make-zip.ts";

const { signal } = new AbortController();
const zip = makeZip([
  { name: "repo-main/skills/tea/SKILL.md", content: "tea" },
  { name: "repo-main/skills/teapot/SKILL.md", content: "teapot" },
]);

function answering(
  bytes: Buffer,
  more: { readonly url?: string; readonly status?: number; readonly isCut?: boolean } = {},
) {
  const asked: string[] = [];
  const get: GetPage = async ({ address }) => {
    asked.push(address);
    const { url = address, status = 200, isCut = false } = more;
    return ok({ url: new URL(url), status, statusWords: "", contentType: "", bytes, isCut, notes: [] });
  };
  return { asked, get };
}

const fetched = async (address: string, get: GetPage) => {
  const files = await fetchArchive(address, get, signal);
  return files.ok ? files.value.map(({ path }) => path) : files.error;
};

describe("what is fetched for an address", () => {
  it.each([
    ["https://example.com/a.zip", "https://example.com/a.zip", ""],
    ["https://github.com/o/r", "https://github.com/o/r/archive/HEAD.zip", ""],
    [" https://github.com/o/r.git/ ", "https://github.com/o/r/archive/HEAD.zip", ""],
    ["https://github.com/o/r/tree/v1.2", "https://github.com/o/r/archive/v1.2.zip", ""],
    ["https://github.com/o/r/tree/main/skills/tea", "https://github.com/o/r/archive/main.zip", "skills/tea"],
    [
      "https://github.com/o/r/blob/main/skills/my%20tea/SKILL.md",
      "https://github.com/o/r/archive/main.zip",
      "skills/my tea",
    ],
    ["https://github.com/o/r/tree/main/%zz", "https://github.com/o/r/archive/main.zip", "%zz"],
    ["https://github.com.evil.example/o/r", "https://github.com.evil.example/o/r", ""],
  ])("%s", (given, address, below) => {
    expect(archiveAddress(given)).toEqual({ address, below });
  });
});

it("takes the folder that was asked for, and no other that begins like it", async () => {
  const { asked, get } = answering(zip);
  expect(await fetched("https://github.com/o/repo/tree/main/skills/tea", get)).toEqual([
    "repo-main/skills/tea/SKILL.md",
  ]);
  expect(asked).toEqual(["https://github.com/o/repo/archive/main.zip"]);
});

it("takes a single SKILL.md", async () => {
  expect(await fetched("https://example.com/tea/SKILL.md", answering(Buffer.from("---")).get)).toEqual(["SKILL.md"]);
});

it("asks for nothing that is not safe, and takes nothing that came from such a place", async () => {
  for (const address of ["http://example.com/a.zip", "file:///etc/passwd", "ftp://example.com/a.zip", "a.zip", ""]) {
    const { asked, get } = answering(zip);
    expect(await fetched(address, get)).toContain("https://");
    expect(asked).toEqual([]);
  }
  expect(await fetched("https://example.com/a.zip", answering(zip, { url: "http://example.com/a.zip" }).get)).toContain(
    "https://",
  );
});

it("says what was answered, and takes no half of one", async () => {
  expect(await fetched("https://example.com/a.zip", answering(zip, { status: 404 }).get)).toContain("404");
  expect(await fetched("https://example.com/a.zip", answering(zip, { isCut: true }).get)).toContain("more than 20 MB");
  expect(await fetched("https://example.com/a.zip", answering(Buffer.from("<html>")).get)).toContain("no zip");
});
