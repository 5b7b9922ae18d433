import type { ModelProblem } from "../../../src-preload/contract/window.ts";
import { isLoopback } from "../../models/addresses.ts";
import type { ModelError } from "../../models/model.ts";
import { text } from "../../words.ts";
import { type Findings, settingOf, valuesOf } from "./findings.ts";
import { startHint } from "./start-server.ts";

/** What keeps a request from being answered at all; null where an answer came. */
export function diagnoseConnection(findings: Findings, error: ModelError): ModelProblem | null {
  const { provider, baseUrl } = findings.place;
  const { hostname, host } = new URL(baseUrl);
  const values = { ...valuesOf(findings), hostname, host, target: error.reason ?? "" };
  const setting = settingOf(findings, "apiBase");
  switch (error.sign) {
    case undefined:
    case "page":
      return null;
    case "refused":
      return {
        code: "not-running",
        message: text("diagnose.notRunning", values),
        nextStep: startHint(provider, baseUrl),
        setting,
      };
    case "unknown-host":
      return findings.hasNetwork
        ? {
            code: "unknown-host",
            message: text("diagnose.unknownHost", values),
            nextStep: text("diagnose.unknownHost.fix", values),
            setting,
          }
        : noNetwork(values);
    case "no-network":
      return isLoopback(baseUrl) ? null : noNetwork(values);
    case "self-signed":
      return {
        code: "certificate",
        message: text("diagnose.selfSigned", values),
        nextStep: text("diagnose.selfSigned.fix", values),
      };
    case "certificate":
      return {
        code: "certificate",
        message: text("diagnose.certificate", values),
        nextStep: text("diagnose.certificate.fix", values),
        setting,
      };
    case "not-tls": {
      const plain = `http://${host}${new URL(baseUrl).pathname}`.replace(/\/+$/, "");
      return {
        code: "not-tls",
        message: text("diagnose.notTls", values),
        nextStep: text("diagnose.notTls.fix", { ...values, plain }),
        setting,
      };
    }
    case "proxy":
      return { code: "proxy", message: error.reason ?? "", nextStep: error.nextStep ?? "", setting: "network.proxy" };
    case "redirect":
      return {
        code: "redirect",
        message: text("diagnose.redirect", values),
        nextStep: text("diagnose.redirect.fix", values),
        setting,
      };
    default: {
      const never: never = error.sign;
      return never;
    }
  }
}

function noNetwork(values: Readonly<Record<string, string | number>>): ModelProblem {
  return {
    code: "no-network",
    message: text("diagnose.noNetwork", values),
    nextStep: text("diagnose.noNetwork.fix", values),
  };
}
