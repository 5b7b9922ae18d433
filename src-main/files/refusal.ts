import { type ContractError, contractError } from "../../src-preload/contract/errors.ts";
import type { PathRefusal } from "../policy/path-guard.ts";
import { text } from "../words.ts";

/** What the path guard says, for a person. Where a link would have led is never told. */
export function refusalError(refusal: PathRefusal, path: string): ContractError {
  switch (refusal.reason) {
    case "outside":
    case "read-only":
      return contractError("forbidden", text("file.outside", { path }));
    case "not-found":
      return contractError("not-found", text("file.notFound", { path }));
    case "invalid":
      return contractError("invalid-input", text("file.badName", { path }));
    case "not-a-folder":
      return contractError("invalid-input", text("file.notAFolder", { path }));
    case "failed":
      return contractError("storage", text("file.unreadable", { path }));
  }
}
