import { assertNever } from "../../../src-preload/contract/result.ts";
import type { ModelProblem } from "../../../src-preload/contract/window.ts";
import { text } from "../../settings/text.ts";
import type { ModelError } from "../model.ts";
import { type Findings, type TestedPlace, valuesOf } from "./findings.ts";

/** A key that is refused, missing, or not allowed what was asked. */
export function keyProblem(findings: Findings, error: ModelError): ModelProblem | null {
  const values = valuesOf(findings);
  if (error.kind === "permission" && error.sign !== "page") {
    return {
      code: "permission",
      message: text("diagnose.permission", values),
      nextStep: text("diagnose.permission.fix", values),
    };
  }
  if (error.kind !== "auth") return null;
  const isMissing = findings.place.key.from === "none";
  return {
    code: isMissing ? "no-key" : "wrong-key",
    message: text(isMissing ? "diagnose.noKey" : "diagnose.wrongKey", values),
    nextStep: keyStep(findings.place),
  };
}

function keyStep({ provider, key }: TestedPlace): string {
  const { looksLike, variable } = key;
  if (looksLike !== null)
    return text("diagnose.othersKey.fix", { provider, other: looksLike.name, title: looksLike.title });
  switch (key.from) {
    case "none":
      return variable === null
        ? text("diagnose.noKey.fix", { provider })
        : text("diagnose.noKey.variable.fix", { provider, variable });
    case "settings":
      return text("diagnose.wrongKey.settings.fix", { provider });
    case "variable":
      return text("diagnose.wrongKey.variable.fix", { provider, variable: variable ?? "" });
    case "key-store":
      return text("diagnose.wrongKey.store.fix", { provider });
    default:
      return assertNever(key.from);
  }
}
