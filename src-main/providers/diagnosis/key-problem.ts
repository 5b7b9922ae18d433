import { assertNever } from "../../../src-preload/contract/result.ts";
import type { ModelProblem } from "../../../src-preload/contract/window.ts";
import type { ModelError } from "../../models/model.ts";
import { text } from "../../words.ts";
import { type Findings, type TestedKey, valuesOf } from "./findings.ts";

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
  const { looksLike } = findings.place.key;
  const owner = looksLike?.name ?? findings.place.provider;
  return {
    code: isMissing ? "no-key" : "wrong-key",
    message: text(isMissing ? "diagnose.noKey" : "diagnose.wrongKey", values),
    nextStep: keyStep(findings.place.key, values),
    setting: `providers.${owner}.apiKey`,
  };
}

function keyStep({ looksLike, variable, from }: TestedKey, values: Readonly<Record<string, string | number>>): string {
  if (looksLike !== null) return text("diagnose.othersKey.fix", { ...values, other: looksLike.title });
  const named = { ...values, variable: variable ?? "" };
  switch (from) {
    case "none":
      return text(variable === null ? "diagnose.noKey.fix" : "diagnose.noKey.variable.fix", named);
    case "settings":
    case "key-store":
      return text("diagnose.wrongKey.fix", values);
    case "variable":
      return text("diagnose.wrongKey.variable.fix", named);
    default:
      return assertNever(from);
  }
}
