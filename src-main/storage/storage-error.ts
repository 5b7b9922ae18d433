import type { ContractError, ErrorCode } from "../../src-preload/contract/errors.ts";
import { contractError } from "../../src-preload/contract/errors.ts";
import type { SessionKey } from "../../src-preload/contract/ids.ts";
import { reasonOf, systemCodeOf } from "../thrown.ts";
import type { TextKey } from "../words.ts";
import { text } from "../words.ts";

/** Fewer bytes were taken than were given, and the system named no reason: in practice a full disk or a quota. */
export class ShortWriteError extends Error {
  readonly code = "ENOSPC";
}

/** The file is of a later format: it is neither read nor added to. */
export class NewerFormatError extends Error {
  readonly code = "NEWER_FORMAT";
  /** As the file says it; null where that is none of ours. */
  readonly sessionKey: SessionKey | null;

  constructor(version: number, sessionKey: SessionKey | null) {
    super(`format ${version}`);
    this.sessionKey = sessionKey;
  }
}

const kinds: Readonly<Record<string, { readonly code: ErrorCode; readonly key: TextKey }>> = {
  ENOSPC: { code: "disk-full", key: "storage.diskFull" },
  EDQUOT: { code: "disk-full", key: "storage.diskFull" },
  EACCES: { code: "read-only", key: "storage.readOnly" },
  EPERM: { code: "read-only", key: "storage.readOnly" },
  NEWER_FORMAT: { code: "storage", key: "storage.newerFormat" },
  EROFS: { code: "read-only", key: "storage.readOnly" },
};

/** A failure of the disk as an error of the contract, with the sentence of the catalogue. */
export function storageError(error: unknown, path: string): ContractError {
  const cause = systemCodeOf(error) ?? reasonOf(error);
  const kind = kinds[cause] ?? { code: "storage", key: "storage.failed" };
  return contractError(kind.code, text(kind.key, { path, cause }), { path, cause });
}
