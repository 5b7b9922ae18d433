import type { ClientRequest, RequestOptions } from "node:http";

/** The way out of the machine to one origin: keeps connections between requests. */
export interface Door extends Disposable {
  request(url: URL, options: DoorRequest): ClientRequest;
  /** What went wrong on this way, as the failure that it is: perhaps the proxy's. */
  failure(cause: unknown, url: URL, isReset: boolean): unknown;
}

type DoorRequest = Pick<RequestOptions, "method"> & { readonly headers: Readonly<Record<string, string>> };

export const keepAlive = { keepAlive: true, keepAliveMsecs: 15_000, maxFreeSockets: 2, scheduling: "lifo" } as const;

/** Straight to where the address points. */
export function openDirectDoor(isSecure: boolean): Door {
  // An `import` of node:http reads all its exports, some of which load undici: half of what a bare start costs.
  const protocol = process.getBuiltinModule(isSecure ? "node:https" : "node:http");
  const agent = new protocol.Agent(keepAlive);
  return {
    request: (url, options) => protocol.request(url, { ...options, agent }),
    failure: (cause) => cause,
    [Symbol.dispose]: () => agent.destroy(),
  };
}
