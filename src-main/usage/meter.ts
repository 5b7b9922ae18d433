import type { BudgetScope } from "../../src-preload/contract/budget-error.ts";
import { type ContractError, contractError } from "../../src-preload/contract/errors.ts";
import { runIdSchema, type SessionKey, sessionKeySchema } from "../../src-preload/contract/ids.ts";
import { type AsyncResult, assertNever, fail, ok, type Result } from "../../src-preload/contract/result.ts";
import type { Settings } from "../../src-preload/contract/settings.ts";
import type { BudgetState, LedgerCall, LedgerLine } from "../../src-preload/contract/usage.ts";
import { createLane } from "../bus/lane.ts";
import type { Host } from "../host.ts";
import { type Limit, limitsOf, promptText, statesOf, stopText, warningText } from "./budgets.ts";
import type { Ledger } from "./ledger.ts";
import { type CallScope, fileMonthOf, scopeKeys } from "./periods.ts";
import { Tallies } from "./tallies.ts";

/** The most that a call may use, before it is made. */
export interface Forecast {
  readonly tokens: number;
  readonly money: number;
}

interface MeteredCall extends CallScope {
  readonly settings: Settings;
  /** Asked for only where a limit is set. */
  readonly forecast: () => Forecast;
  readonly signal: AbortSignal;
}

/** Why a call is not made. */
export type Refusal =
  | { readonly kind: "budget"; readonly budget: BudgetState }
  | { readonly kind: "aborted" }
  | { readonly kind: "storage"; readonly error: ContractError };

/** A call that may be made. Must be settled or released. */
export interface Admission {
  /** Writes what it used; answers the limits that it took past the share at which they are told. */
  settle(call: LedgerCall): AsyncResult<readonly BudgetState[]>;
  /** The call was not made. */
  release(): void;
}

/** Counts every model call and keeps to the limits. */
export interface Meter {
  admit(call: MeteredCall): Promise<Result<Admission, Refusal>>;
  /** The limits that hold for a run of a chat; for `null` those of this day and month alone. */
  budgets(settings: Settings, place: CallScope | null): AsyncResult<readonly BudgetState[]>;
  /** Lets every limit of this scope that is used up have as much again, from what is used now. */
  allow(scope: BudgetScope, settings: Settings, sessionKey: SessionKey): AsyncResult<void>;
  /** The most that so many tokens may cost by what a provider charged before; 0 where it told nothing. */
  mostCharged(model: string, tokens: number): number;
  /** Calls of one run that a dead process may have kept from the ledger: those that it lacks are written. */
  reconcile(calls: readonly LedgerCall[]): AsyncResult<void>;
  /** How near a limit is, as a sentence. */
  warning(budget: BudgetState): string;
  /** What was used up, and the ways on. */
  stop(budget: BudgetState): string;
  /** Why a call was not made, for whoever asked for it. `stopped`: the sentence where it was ended. */
  refusalError(refusal: Refusal, stopped: string): ContractError;
  /** What the model is told of the limits; "" where there is none. */
  prompt(budgets: readonly BudgetState[]): string;
  /** Reads the ledger as it stands between two calls: whatever was told of is in it, and nothing else. */
  read: Ledger["read"];
  /** Resolves when every line that was handed over is in the file. */
  settled(): Promise<void>;
}

/** Lines that wait for the ledger wait no longer than this. */
const togetherMs = 1000;

interface UnderWay {
  readonly keys: Readonly<Record<BudgetScope, string>>;
  readonly forecast: Forecast;
}

/** Stands where only the day and the month count. */
const anyPlace: CallScope = { sessionKey: sessionKeySchema.parse("system:none"), runId: runIdSchema.parse("none") };

export function createMeter(host: Host, ledger: Ledger): Meter {
  const tallies = new Tallies(host);
  const underWay = new Set<UnderWay>();
  /** `all`: the sums of chats need every month. */
  let loaded: "nothing" | "recent" | "all" = "nothing";
  /** Months whose every line is in the tallies. */
  const counted = new Set<string>();
  /** Reading the ledger and adding to it never cross: a line counts once. */
  const serially = createLane();
  const waiting = new Set<() => void>();
  const later: LedgerLine[] = [];
  let timer: Disposable | null = null;

  /** Reads as much of the ledger as these limits need; nothing is read twice. */
  function ready(limits: readonly Limit[]): AsyncResult<void> {
    const needed = limits.some(({ scope }) => scope === "chat") ? "all" : "recent";
    if (limits.length === 0 || loaded === "all" || loaded === needed) return Promise.resolve(ok(undefined));
    flush();
    return serially(async () => {
      if (loaded === "all" || loaded === needed) return ok(undefined);
      const lines: LedgerLine[] = [];
      const months = needed === "all" ? undefined : recentMonths(host.now());
      const read = await ledger.read((line) => void lines.push(line), months);
      if (!read.ok) return read;
      const isNew = (line: LedgerLine): boolean => !counted.has(fileMonthOf(Date.parse(line.time)));
      for (const line of lines.filter(isNew)) tallies.add(line);
      for (const month of [...(months ?? []), ...lines.map((line) => fileMonthOf(Date.parse(line.time)))]) {
        counted.add(month);
      }
      loaded = needed;
      return read;
    });
  }

  function written(lines: readonly LedgerLine[]): AsyncResult<void> {
    return serially(async () => {
      const appended = await ledger.append(lines);
      if (!appended.ok || loaded === "nothing") return appended;
      for (const line of lines) {
        tallies.add(line);
        counted.add(fileMonthOf(Date.parse(line.time)));
      }
      return appended;
    });
  }

  function flush(): void {
    timer?.[Symbol.dispose]();
    timer = null;
    if (later.length === 0) return;
    void written(later.splice(0)).then((kept) => {
      if (!kept.ok) host.log("error", "calls are missing in the ledger", { reason: kept.error.message });
    });
  }

  /** The first limit that is used up, or that calls under way may use up. */
  function obstacle(limits: readonly Limit[], keys: UnderWay["keys"]): { state: BudgetState; waits: boolean } | null {
    const states = statesOf(limits, tallies, keys);
    const full = states.find(({ share }) => share >= 1);
    if (full !== undefined) return { state: full, waits: false };
    for (const state of states) {
      let reserved = 0;
      for (const other of underWay) {
        if (other.keys[state.scope] === keys[state.scope]) reserved += other.forecast[state.unit];
      }
      if (state.used + reserved >= state.limit) return { state, waits: true };
    }
    return null;
  }

  function freed(): void {
    for (const wake of [...waiting]) wake();
  }

  function untilFreed(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const wake = (): void => {
        waiting.delete(wake);
        signal.removeEventListener("abort", wake);
        resolve();
      };
      waiting.add(wake);
      signal.addEventListener("abort", wake, { once: true });
    });
  }

  /** Where no limit depends on them, lines are written together: one a call would slow down the transcript's own writes. */
  const unlimited: Admission = {
    release: () => undefined,
    async settle(line) {
      later.push(line);
      timer ??= host.setTimer(togetherMs, flush);
      return ok([]);
    },
  };

  function admission(call: MeteredCall, limits: readonly Limit[], keys: UnderWay["keys"]): Admission {
    const mine: UnderWay = { keys, forecast: call.forecast() };
    underWay.add(mine);
    const release = (): void => {
      underWay.delete(mine);
      freed();
    };
    return {
      release,
      async settle(line) {
        const { warnAt } = call.settings.budgets;
        const before = statesOf(limits, tallies, keys);
        const kept = await written([line]);
        release();
        if (!kept.ok) return kept;
        const after = statesOf(limits, tallies, keys);
        return ok(after.filter((state, index) => state.share >= warnAt && (before[index]?.share ?? 0) < warnAt));
      },
    };
  }

  return {
    async admit(call) {
      const limits = limitsOf(call.settings);
      if (limits.length === 0) return ok(unlimited);
      const read = await ready(limits);
      if (!read.ok) return fail({ kind: "storage", error: read.error });
      for (;;) {
        if (call.signal.aborted) return fail({ kind: "aborted" });
        const keys = scopeKeys(host, call, host.now());
        const found = obstacle(limits, keys);
        if (found === null) return ok(admission(call, limits, keys));
        if (!found.waits) return fail({ kind: "budget", budget: found.state });
        await untilFreed(call.signal);
      }
    },
    async budgets(settings, place) {
      const limits = limitsOf(settings).filter(({ scope }) => place !== null || scope === "day" || scope === "month");
      const read = await ready(limits);
      if (!read.ok) return read;
      const day = scopeKeys(host, place ?? anyPlace, host.now());
      return ok(statesOf(limits, tallies, day));
    },
    async allow(scope, settings, sessionKey) {
      // Each run has its own limit: the next one begins anew.
      if (scope === "run") return ok(undefined);
      const limits = limitsOf(settings).filter((limit) => limit.scope === scope);
      const read = await ready(limits);
      if (!read.ok) return read;
      const now = host.now();
      const keys = scopeKeys(host, { ...anyPlace, sessionKey }, now);
      const full = statesOf(limits, tallies, keys).map((state, index) => ({
        ...state,
        once: limits[index]?.limit ?? 0,
      }));
      const time = new Date(now).toISOString();
      // Asked twice at once, or after the limit was raised: nothing is used up any more.
      const lines = full
        .filter(({ share }) => share >= 1)
        .map(({ unit, used, once }) => ({
          _type: "allowance" as const,
          time,
          scope,
          of: keys[scope],
          unit,
          upTo: used + once,
        }));
      const kept = lines.length === 0 ? ok(undefined) : await written(lines);
      freed();
      return kept;
    },
    async reconcile(calls) {
      if (calls.length === 0) return ok(undefined);
      const there: LedgerCall[] = [];
      const months = [...new Set(calls.map(({ time }) => fileMonthOf(Date.parse(time))))];
      const read = await ledger.read((line) => {
        if (line._type === "call" && line.runId === calls[0]?.runId) there.push(line);
      }, months);
      if (!read.ok) return read;
      const lacking = missingFrom(there, calls);
      return lacking.length === 0 ? ok(undefined) : written(lacking);
    },
    warning: warningText,
    stop: stopText,
    refusalError,
    mostCharged: (model, tokens) => tallies.mostCharged(model, tokens),
    prompt: promptText,
    read(visit, months) {
      flush();
      return serially(() => ledger.read(visit, months));
    },
    async settled() {
      flush();
      await serially(async () => undefined);
    },
  };
}

function refusalError(refusal: Refusal, stopped: string): ContractError {
  switch (refusal.kind) {
    case "budget":
      return contractError("model", stopText(refusal.budget), { kind: "budget", scope: refusal.budget.scope });
    case "aborted":
      return contractError("cancelled", stopped);
    case "storage":
      return refusal.error;
    default:
      return assertNever(refusal);
  }
}

/** Calls without a line in the ledger; each line covers one call. */
function missingFrom(there: readonly LedgerCall[], calls: readonly LedgerCall[]): readonly LedgerCall[] {
  const free = [...there];
  return calls.filter((call) => {
    const at = free.findIndex(
      (line) => line.inputTokens === call.inputTokens && line.outputTokens === call.outputTokens,
    );
    if (at >= 0) free.splice(at, 1);
    return at < 0;
  });
}

/** The files that this month of this computer's zone may lie in. */
function recentMonths(now: number): readonly string[] {
  const day = 24 * 60 * 60 * 1000;
  return [...new Set([now - 32 * day, now, now + day].map(fileMonthOf))];
}
