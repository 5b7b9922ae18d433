/** Why nothing came. `refused`: before anything was sent; trying it in another way is of no use. */
export type WebFailureKind =
  | "address"
  | "refused"
  | "unknown-host"
  | "unreachable"
  | "certificate"
  | "timeout"
  | "redirects"
  /** It leads to another host, which was not asked. */
  | "elsewhere"
  | "broken"
  | "proxy"
  | "aborted";

/** A failure of the web, in words for the model. */
export interface WebFailure {
  readonly kind: WebFailureKind;
  readonly message: string;
  /** The same request may work a moment later. */
  readonly isPassing: boolean;
}

const passing: ReadonlySet<WebFailureKind> = new Set(["unreachable", "timeout", "broken"]);

export function webFailure(kind: WebFailureKind, message: string): WebFailure {
  return { kind, message, isPassing: passing.has(kind) };
}

/** The address is not of the public internet: said so that nobody looks for a way around it. */
export function privateAddress(host: string, why: string): WebFailure {
  return webFailure(
    "refused",
    `${host} was not reached: ${why}. Only the public internet may be reached. Do not try this address in another way or with another tool; the user can allow a host in the settings (tools.web.allowPrivateHosts).`,
  );
}
