import { type ContractError, contractError } from "../../src-preload/contract/errors.ts";
import { fail, ok, type Result } from "../../src-preload/contract/result.ts";
import { maxUploadBytes } from "../../src-preload/contract/transcription.ts";
import { type PartLimits, wavParts, wavSeconds, wavShape } from "../../src-preload/contract/wav.ts";
import { text } from "../words.ts";

/** What goes with one request. */
export interface UploadPart {
  readonly bytes: Uint8Array;
  readonly seconds: number;
}

/** The form around a recording takes some bytes of its own. */
const uploadLimits: PartLimits = {
  bytes: maxUploadBytes - 64 * 1024,
  /** Models that answer in tokens run out of them after some more. */
  seconds: 10 * 60,
};

/**
 * A recording in parts that one request takes. Plain samples are cut where nobody speaks; what is compressed cannot be cut
 * without being decoded, and is sent whole or not at all.
 */
export function uploadParts(
  bytes: Uint8Array,
  seconds: number,
  limits: PartLimits = uploadLimits,
): Result<readonly UploadPart[], ContractError> {
  const shape = wavShape(bytes);
  if (shape !== null) {
    const parts = wavParts(bytes, shape, limits);
    if (parts.length === 1) return ok([{ bytes, seconds }]);
    return ok(parts.map((part) => ({ bytes: part, seconds: lengthOf(part) })));
  }
  if (bytes.length <= limits.bytes) return ok([{ bytes, seconds }]);
  const most = Math.floor(limits.bytes / 1024 / 1024);
  return fail(contractError("too-large", text("transcription.tooLarge", { most })));
}

function lengthOf(part: Uint8Array): number {
  const shape = wavShape(part);
  return shape === null ? 0 : wavSeconds(shape);
}
