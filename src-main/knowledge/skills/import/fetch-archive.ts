import { fail, ok, type Result } from "../../../../src-preload/contract/result.ts";
import type { WebAnswer, WebRequest } from "../../../network/web-client.ts";
import type { WebFailure } from "../../../network/web-failure.ts";
import { text } from "../../../words.ts";
import { readZip } from "./read-zip.ts";
import { mostBytes, type SkillFileData } from "./skill-files.ts";

export type GetPage = (request: WebRequest) => Promise<Result<WebAnswer, WebFailure>>;

/** A page of a repository, of a branch in it or of a folder in that. */
const repository =
  /^https:\/\/github\.com\/([\w.-]+)\/([\w.-]+?)(?:\.git)?\/?(?:(?:tree|blob)\/([^/?#]+)(?:\/([^?#]+))?)?$/i;

/** What is fetched for an address that a person gave. */
interface ArchiveAddress {
  readonly address: string;
  /** The folder in it that was asked for; "" for all of it. */
  readonly below: string;
}

/** A repository of GitHub has an archive for each of its branches; nothing of git is run. */
export function archiveAddress(given: string): ArchiveAddress {
  const [, owner, name, branch = "HEAD", path = ""] = repository.exec(given.trim()) ?? [];
  if (owner === undefined) return { address: given.trim(), below: "" };
  const below = decoded(path)
    .replace(/(?:^|\/)skill\.md$/i, "")
    .replace(/\/$/, "");
  return { address: `https://github.com/${owner}/${name}/archive/${branch}.zip`, below };
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch (cause) {
    if (cause instanceof URIError) return path;
    throw cause;
  }
}

/** The files behind an address: those of a zip, or one SKILL.md. Fails with the sentence that says why there are none. */
export async function fetchArchive(
  given: string,
  get: GetPage,
  signal: AbortSignal,
): Promise<Result<readonly SkillFileData[], string>> {
  const { address, below } = archiveAddress(given);
  if (!isSecure(address)) return fail(text("skill.import.notSecure"));
  const answer = await get({
    address,
    accept: "application/zip, text/markdown, */*;q=0.5",
    maxBytes: mostBytes,
    signal,
  });
  if (!answer.ok) return fail(answer.error.message);
  const { bytes, status, statusWords, url, isCut } = answer.value;
  if (url.protocol !== "https:") return fail(text("skill.import.notSecure"));
  if (status !== 200) return fail(text("skill.import.status", { address, status: `${status} ${statusWords}`.trim() }));
  if (isCut) return fail(text("skill.import.tooLarge", { most: mostBytes / 1024 / 1024 }));
  if (/\.md$/i.test(url.pathname)) return ok([{ path: "SKILL.md", bytes, isExecutable: false }]);
  const files = await readZip(bytes);
  return files.ok && below !== "" ? ok(filesBelow(files.value, below)) : files;
}

/** The archive has everything in one folder that is named after the branch. */
function filesBelow(files: readonly SkillFileData[], below: string): readonly SkillFileData[] {
  return files.filter(({ path }) => path.slice(path.indexOf("/") + 1).startsWith(`${below}/`));
}

function isSecure(address: string): boolean {
  return URL.parse(address)?.protocol === "https:";
}
