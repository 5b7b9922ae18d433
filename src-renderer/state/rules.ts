import { createStore } from "zustand/vanilla";
import type { PerchEvent } from "../../src-preload/contract/events.ts";
import type { DecisionLine, Rule, RuleScope } from "../../src-preload/contract/rules.ts";
import type { AgentClient } from "../client/agent-client.ts";
import { text } from "../ui/text.ts";
import { createCrossing } from "./crossing.ts";
import { type Load, loaded } from "./load.ts";
import { isDone, type Notify } from "./notices.ts";

interface Decisions {
  readonly lines: readonly DecisionLine[];
  /** There may be older ones. */
  readonly hasMore: boolean;
}

interface RulesState {
  readonly rules: Load<{ readonly rules: readonly Rule[] }>;
  readonly folders: Load<{ readonly folders: readonly string[] }>;
  readonly decisions: Load<Decisions>;
}

const loading = { kind: "loading" } as const;
const nothing: RulesState = { rules: loading, folders: loading, decisions: loading };

/** Lines of one look into the log. */
const page = 100;
/** As many lines as one answer may have. */
const mostLines = 1000;

/** Remembered permissions, trusted folders and the log of decisions: read while their page shows them. */
export function createRules(client: AgentClient, notify: Notify) {
  const store = createStore<RulesState>(() => nothing);
  const reading = createCrossing();
  let isShown = false;

  async function load(): Promise<void> {
    const came = await reading.ask(() =>
      Promise.all([client.request("rules.list", {}), client.request("trust.list", {})]),
    );
    if (came === null) return;
    const [rules, trust] = came.answer;
    store.setState({ rules: loaded(rules, (list) => list), folders: loaded(trust, (list) => list) });
  }

  async function loadDecisions(): Promise<void> {
    const listed = await client.request("rules.decisions", { limit: page });
    store.setState({
      decisions: loaded(listed, ({ decisions }) => ({ lines: decisions, hasMore: decisions.length === page })),
    });
  }

  return {
    store,
    load,
    loadDecisions,
    /** The page is there; answers what ends it. */
    show(): () => void {
      isShown = true;
      void load();
      void loadDecisions();
      return () => {
        isShown = false;
      };
    },
    async more(): Promise<void> {
      const { decisions } = store.getState();
      if (decisions.kind !== "ready") return;
      const before = decisions.lines.at(-1)?.time;
      const listed = await client.request("rules.decisions", {
        limit: page,
        ...(before === undefined ? {} : { before }),
      });
      if (!isDone(listed, notify)) return;
      const older = listed.value.decisions;
      store.setState({
        decisions: { ...decisions, lines: [...decisions.lines, ...older], hasMore: older.length === page },
      });
    },
    /** Every line that is kept, newest first; null where they cannot be read, which is told. */
    async all(): Promise<readonly DecisionLine[] | null> {
      const lines: DecisionLine[] = [];
      for (let before: string | undefined; ; before = lines.at(-1)?.time) {
        const asked = { limit: mostLines, ...(before === undefined ? {} : { before }) };
        const listed = await client.request("rules.decisions", asked);
        if (!isDone(listed, notify)) return null;
        lines.push(...listed.value.decisions);
        if (listed.value.decisions.length < mostLines) return lines;
      }
    },
    async setScope({ id }: Rule, scope: RuleScope): Promise<void> {
      isDone(await client.request("rules.change", { id, scope }), notify);
    },
    async setEffect({ id }: Rule, effect: Rule["effect"]): Promise<void> {
      isDone(await client.request("rules.change", { id, effect }), notify);
    },
    /** It does not hold any more; the notice takes that back. */
    async remove({ id, effect, match, scope }: Rule): Promise<void> {
      if (!isDone(await client.request("rules.remove", { id }), notify)) return;
      const undo = async (): Promise<void> => {
        isDone(await client.request("rules.add", { effect, match, scope }), notify);
      };
      notify(text("rules.removed"), "plain", { label: text("action.undo"), run: () => void undo() });
    },
    async distrust(folder: string): Promise<void> {
      isDone(await client.request("trust.set", { folder, isTrusted: false }), notify);
    },
    apply(events: readonly PerchEvent[]): void {
      if (!isShown) return;
      if (events.some(({ type }) => type === "rules-changed")) void load();
      if (events.some(({ type }) => type === "approval-decision" || type === "run-end")) void loadDecisions();
    },
    async reset(): Promise<void> {
      if (isShown) await Promise.all([load(), loadDecisions()]);
    },
  };
}
