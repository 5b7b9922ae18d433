/** Types of replay.mjs, as much as tests use. A case's fields are in test/fixtures/README.md. */
export interface ProviderCase {
  readonly id: string;
  readonly topic: string;
  readonly provider: string;
  readonly kind: "stream" | "json" | "http" | "models" | "catalog";
  readonly stream?: boolean;
  readonly model?: string;
  readonly tools?: readonly { readonly name: string; readonly parameters: Record<string, unknown> }[];
  readonly client?: {
    readonly idleTimeoutMs?: number;
    readonly contextWindow?: number;
    readonly history?: readonly Record<string, unknown>[];
    readonly params?: Record<string, unknown>;
  };
  readonly request_rule?: string;
  readonly response: {
    readonly headers?: Record<string, string>;
    readonly status?: number;
    readonly body?: unknown;
    readonly gzip?: boolean;
    readonly no_headers?: number;
    readonly sse?: readonly (string | Record<string, unknown>)[];
  };
  readonly expected: Record<string, unknown>;
  readonly expected_ok?: Record<string, unknown>;
}

export interface ReplayedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: unknown;
  readonly violated?: boolean;
}

export interface Replay {
  readonly port: number;
  readonly url: string;
  readonly cases: ReadonlyMap<string, ProviderCase>;
  baseURL(id: string, mode?: "fault" | number): string;
  requests(id: string): readonly ReplayedRequest[];
  close(): Promise<void>;
}

export function loadCases(dirs?: readonly string[]): Map<string, ProviderCase>;
export function startReplay(options: {
  readonly dirs?: readonly string[];
  readonly port?: number;
  readonly cases?: ReadonlyMap<string, ProviderCase>;
}): Promise<Replay>;
export function diffOutcome(
  providerCase: ProviderCase,
  got: unknown,
  expected?: Record<string, unknown>,
): readonly string[];
export function violates(rule: string | undefined, body: unknown): boolean;
