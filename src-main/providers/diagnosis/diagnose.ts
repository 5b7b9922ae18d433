import type { ModelProblem, ModelProblemCode } from "../../../src-preload/contract/window.ts";
import type { ModelError } from "../../models/model.ts";
import { toolAdvice } from "../../models/tools/tool-advice.ts";
import { type TextKey, text } from "../../words.ts";
import { diagnoseConnection } from "./diagnose-connection.ts";
import { type Findings, settingOf, valuesOf } from "./findings.ts";
import { keyProblem } from "./key-problem.ts";
import { isSameModel, nearestModels } from "./nearest-models.ts";

/** What is wrong and what to do next. Pure: everything was looked at before. */
export function diagnose(findings: Findings): ModelProblem {
  const { error } = findings;
  if (error === null) return answerProblem(findings);
  return (
    diagnoseConnection(findings, error) ??
    toolProblem(findings, error) ??
    keyProblem(findings, error) ??
    betterPath(findings) ??
    unknownModel(findings, error) ??
    pageProblem(findings, error) ??
    wrongPath(findings, error) ??
    otherProblem(findings, error)
  );
}

/** Whether another address may solve the problem, so that addresses near the given one are worth a look. */
export function mayBePath(error: ModelError | null, models: readonly string[] | null): boolean {
  if (error === null || (models !== null && models.length > 0)) return false;
  const isElse = error.sign !== undefined && error.sign !== "page";
  return !isElse && ["not_found", "bad_request", "protocol", "server", "empty", "permission"].includes(error.kind);
}

function problem(findings: Findings, code: ModelProblemCode, keys: readonly [TextKey, TextKey]): ModelProblem {
  const values = valuesOf(findings);
  return { code, message: text(keys[0], values), nextStep: text(keys[1], values) };
}

function answerProblem(findings: Findings): ModelProblem {
  if (findings.stage === "tool-call") {
    return problem(findings, "no-tools", ["diagnose.noTools", "diagnose.noTools.fix"]);
  }
  if (findings.stage === "models")
    return problem(findings, "unknown-model", ["diagnose.noModels", "diagnose.noModels.fix"]);
  return problem(findings, "silent", ["diagnose.silent", "diagnose.silent.fix"]);
}

const noTools =
  /(?:does(?: not|n't) support|not support(?:ed|ing)?|unsupported|no endpoints found that support)[^.]{0,60}\btool|\btools?\b[^.]{0,60}(?:not supported|unsupported|not enabled)/i;

function toolProblem(findings: Findings, error: ModelError): ModelProblem | null {
  const reason = error.reason ?? "";
  const advice = toolAdvice(reason);
  const isTold = error.kind === "tool_format" || advice !== "diagnose.noTools.fix" || noTools.test(reason);
  return isTold ? problem(findings, "no-tools", ["diagnose.toolsRefused", advice]) : null;
}

/** One beside the given address answers like a model endpoint. */
function betterPath(findings: Findings): ModelProblem | null {
  const { elsewhere } = findings;
  if (elsewhere === null) return null;
  const values = { ...valuesOf(findings), answer: answerOf(findings), better: elsewhere.address };
  const { answer } = elsewhere;
  const key = answer.kind === "models" ? "diagnose.wrongPath.models" : "diagnose.wrongPath.key";
  const count = answer.kind === "models" ? answer.count : 0;
  const message = text(key, { ...values, count });
  const nextStep = text("diagnose.wrongPath.fix", values);
  return { code: "wrong-path", message, nextStep, setting: settingOf(findings, "apiBase") };
}

function answerOf({ here, error }: Findings): string {
  const seen = here?.answer;
  if (seen?.kind === "page") return text("diagnose.answer.page", { status: seen.status });
  if (seen?.kind === "nothing") return text("diagnose.answer.nothing");
  const status = error?.status ?? (seen?.kind === "other" || seen?.kind === "asks-key" ? seen.status : 0);
  return status === 0 ? text("diagnose.answer.other") : text("diagnose.answer.status", { status });
}

/** True when the provider lists models without this one, or says that it does not know the model. */
function unknownModel(findings: Findings, error: ModelError): ModelProblem | null {
  const { models, place } = findings;
  // The path that was asked (`/v1/models`) says nothing of a model.
  const says = /\bmodels?\b/i.test((error.reason ?? "").replace(/\/\S+/g, ""));
  const hasList = models !== null && models.length > 0;
  const isListed = hasList && models.some((name) => isSameModel(name, place.modelName));
  // A listed model may be refused for much else; that it is not found leaves only another one.
  const isUnknown = error.kind === "not_found" ? says || hasList : error.kind === "bad_request" && says && !isListed;
  if (!isUnknown || place.modelName === "") return null;
  const values = valuesOf(findings);
  const others = (models ?? []).filter((name) => !isSameModel(name, place.modelName));
  const near = nearestModels(place.modelName, others).map((name) => `${place.provider}/${name}`);
  const fetched = place.provider === "ollama" ? text("diagnose.unknownModel.pull", values) : "";
  const unnamed = isListed ? "diagnose.unknownModel.other" : "diagnose.unknownModel.noList";
  const nextStep =
    near.length === 0 ? text(unnamed, values) : text("diagnose.unknownModel.fix", { names: near.join(", ") });
  return {
    code: "unknown-model",
    message: text(isListed ? "diagnose.unknownModel.listed" : "diagnose.unknownModel", values),
    nextStep: [nextStep, fetched].filter((part) => part !== "").join(" "),
    ...(near[0] === undefined ? {} : { command: `perch agent -m "/model ${near[0]}"` }),
  };
}

function pageProblem(findings: Findings, error: ModelError): ModelProblem | null {
  const seen = findings.here?.answer;
  const isPage = error.sign === "page" || (error.kind === "protocol" && seen?.kind === "page");
  if (!isPage) return null;
  const status = error.status ?? (seen?.kind === "page" ? seen.status : 200);
  const values = { ...valuesOf(findings), status, origin: new URL(findings.place.baseUrl).origin };
  const isGateway = status >= 500;
  return {
    code: "web-page",
    message: text(isGateway ? "diagnose.gateway" : "diagnose.page", values),
    nextStep: text(isGateway ? "diagnose.gateway.fix" : "diagnose.page.fix", values),
    setting: settingOf(findings, "apiBase"),
  };
}

function wrongPath(findings: Findings, error: ModelError): ModelProblem | null {
  const isPath = error.kind === "not_found" || error.kind === "protocol" || error.status === 405;
  if (!isPath) return null;
  const values = { ...valuesOf(findings), answer: answerOf(findings) };
  return {
    code: "wrong-path",
    message: text("diagnose.wrongPath.unknown", values),
    nextStep: text("diagnose.wrongPath.unknown.fix", values),
    setting: settingOf(findings, "apiBase"),
  };
}

function otherProblem(findings: Findings, error: ModelError): ModelProblem {
  switch (error.kind) {
    case "quota":
      return problem(findings, "quota", ["diagnose.quota", "diagnose.quota.fix"]);
    case "rate_limit":
    case "overloaded":
      return problem(findings, "busy", ["diagnose.busy", "diagnose.busy.fix"]);
    case "timeout":
    case "aborted":
      return problem(findings, "timeout", ["diagnose.late", "diagnose.late.fix"]);
    case "network":
    case "incomplete":
      return problem(findings, "connection", ["diagnose.broken", "diagnose.broken.fix"]);
    case "empty":
      return problem(findings, "silent", ["diagnose.silent", "diagnose.silent.fix"]);
    case "server":
      return problem(findings, "server-fault", ["diagnose.fault", "diagnose.fault.fix"]);
    default:
      return problem(findings, "refused-request", ["diagnose.refused", "diagnose.refused.fix"]);
  }
}
