import { type TextKey, text } from "../words.ts";
import type { ProxyServer, ProxySource } from "./proxy-choice.ts";

export type ProxyTrouble =
  | "unreachable"
  | "unknown-host"
  | "silent"
  | "sign-in"
  | "refused"
  | "broke"
  | "certificate"
  | "socks"
  | "address";

const words: Readonly<Record<ProxyTrouble, readonly [TextKey, TextKey]>> = {
  unreachable: ["proxy.unreachable", "proxy.fix.address"],
  "unknown-host": ["proxy.unknownHost", "proxy.fix.address"],
  silent: ["proxy.silent", "proxy.fix.address"],
  "sign-in": ["proxy.signIn", "proxy.fix.signIn"],
  refused: ["proxy.refused", "proxy.fix.refused"],
  broke: ["proxy.broke", "proxy.fix.broke"],
  certificate: ["proxy.certificate", "proxy.fix.address"],
  socks: ["proxy.socks", "proxy.fix.socks"],
  address: ["proxy.badAddress", "proxy.fix.address"],
};

const passing: ReadonlySet<ProxyTrouble> = new Set(["silent", "broke", "unreachable"]);

/** What the proxy did, and not whoever is behind it: in sentences, and never with its password. */
export class ProxyFailure extends Error {
  readonly trouble: ProxyTrouble;
  readonly nextStep: string;
  /** Trying again may help. */
  readonly isPassing: boolean;

  constructor(trouble: ProxyTrouble, place: ProxyContext, cause?: unknown) {
    const [message, nextStep] = words[trouble];
    const values = { ...place, source: sourceWords(place.source) };
    super(text(message, { ...values, status: place.status ?? 0 }), { cause });
    this.name = "ProxyFailure";
    this.trouble = trouble;
    this.nextStep = text(nextStep, { ...values, status: place.status ?? 0 });
    this.isPassing = passing.has(trouble);
  }
}

export interface ProxyContext {
  /** The address without name and password; "" when it cannot be parsed. */
  readonly proxy: string;
  readonly source: ProxySource;
  /** Who was asked for. */
  readonly target: string;
  readonly status?: number;
}

export function placeOf({ url, source }: ProxyServer, target: string): ProxyContext {
  return { proxy: addressOfProxy(url), source, target };
}

/** As it may be shown. */
export function addressOfProxy({ protocol, host }: URL): string {
  return `${protocol}//${host}`;
}

export function sourceWords(source: ProxySource): string {
  return source.kind === "setting"
    ? text("proxy.source.setting")
    : text("proxy.source.variable", { name: source.name });
}

/** What a connection to the proxy that did not come about is to a person. */
export function troubleOf(cause: unknown): ProxyTrouble {
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") return "unknown-host";
  if (code === "ECONNRESET" || code === "EPIPE") return "broke";
  return /CERT|SELF_SIGNED|UNABLE_TO|ERR_TLS|DEPTH_ZERO|EPROTO|ERR_SSL/.test(code) ? "certificate" : "unreachable";
}
