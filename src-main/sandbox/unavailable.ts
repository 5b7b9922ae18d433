import { assertNever } from "../../src-preload/contract/result.ts";
import type { SandboxReport } from "../../src-preload/contract/system.ts";
import { text } from "../words.ts";

/** Why a machine cannot confine commands. */
export type Unavailable =
  /** Programs that a package manager can bring, by the names of their packages. */
  | { readonly kind: "missing"; readonly packages: readonly string[] }
  /** No sandbox is there for this system. */
  | { readonly kind: "platform" }
  /** All is there, and a command does not run in it: `reason` is the words of the other side. */
  | { readonly kind: "broken"; readonly reason: string };

export function unavailable(why: Unavailable): Extract<SandboxReport, { kind: "unavailable" }> {
  const kind = "unavailable";
  switch (why.kind) {
    case "missing":
      return {
        kind,
        reason: text("sandbox.missing", { packages: why.packages.join(", ") }),
        nextStep: text("sandbox.missing.fix", { packages: why.packages.join(" ") }),
      };
    case "platform":
      return { kind, reason: text("sandbox.platform"), nextStep: null };
    case "broken":
      return { kind, reason: text("sandbox.broken", { reason: why.reason }), nextStep: text("sandbox.broken.fix") };
    default:
      return assertNever(why);
  }
}
