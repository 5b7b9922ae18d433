/** What tests and pictures need of a call in the ledger; the rest is made up. */
export interface LedgerCallGiven {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly model: string;
  readonly input: number;
  readonly output: number;
  readonly cached?: number;
  readonly cost?: number | null;
  readonly isLocal?: boolean;
  readonly chat?: string;
  readonly run?: string;
  readonly estimated?: boolean;
  readonly purpose?: string;
}

/** The path of a month's ledger below a person's folder, in UTC. */
export function ledgerPath(at: number): string {
  return `.perch/ledger/${new Date(at).toISOString().slice(0, 7)}.jsonl`;
}

/** A ledger as earlier processes would have left it, by the path of each month. */
export function ledgerFiles(calls: readonly LedgerCallGiven[]): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  for (const [index, call] of calls.entries()) {
    const path = ledgerPath(call.at);
    files.set(path, `${files.get(path) ?? ""}${JSON.stringify(lineOf(call, index))}\n`);
  }
  return files;
}

function lineOf(call: LedgerCallGiven, index: number): object {
  const { at, model, input, output, cached = 0, cost = 0, isLocal = false, chat = "desktop:one" } = call;
  return {
    _type: "call",
    time: new Date(at).toISOString(),
    sessionKey: chat,
    runId: call.run ?? `r_${index}`,
    purpose: call.purpose ?? "chat",
    model,
    isLocal,
    inputTokens: input,
    outputTokens: output,
    cachedTokens: cached,
    reasoningTokens: 0,
    estimated: call.estimated ?? false,
    cost,
    firstTokenMs: 300,
    durationMs: 1200,
    error: null,
  };
}
