import { contractError } from "../../src-preload/contract/errors.ts";
import type { SessionKey } from "../../src-preload/contract/ids.ts";
import { type AsyncResult, fail, ok } from "../../src-preload/contract/result.ts";
import {
  isSameMatch,
  type Rule,
  type RuleMatch,
  type RuleScope,
  ruleSchema,
} from "../../src-preload/contract/rules.ts";
import { z } from "../../src-preload/contract/zod.ts";
import type { Host } from "../host.ts";
import type { FileSystem } from "../storage/file-system.ts";
import { createJsonFile } from "../storage/json-file.ts";
import { text } from "../words.ts";

interface RuleDraft {
  readonly effect: Rule["effect"];
  readonly match: RuleMatch;
  readonly scope: RuleScope;
  readonly madeIn: SessionKey | null;
}

/** `rules.json`: remembered permissions, which their owner may also edit by hand. What stands there now is in force. */
export interface RuleStore extends AsyncDisposable {
  /** Newest first. `bad-settings` for a file that cannot be read: then no rule allows anything. */
  list(): AsyncResult<readonly Rule[]>;
  /** Resolves once it is on the disk. One that is there already is answered as it is. */
  add(draft: RuleDraft): AsyncResult<Rule>;
  /** Gives it another scope or effect; `not-found` where it is gone. */
  change(id: string, to: Partial<Pick<Rule, "effect" | "scope">>): AsyncResult<Rule>;
  remove(id: string): AsyncResult<void>;
  /** Counts that it decided; written down a while later. */
  used(id: string): void;
}

interface RuleStoreOptions {
  readonly host: Pick<Host, "createId" | "log" | "now" | "setTimer">;
  readonly files: FileSystem;
  readonly path: string;
  /** Tells that the list is another one. */
  readonly changed: () => void;
}

const fileSchema = z.looseObject({ rules: z.array(ruleSchema).default([]) });
type RuleFile = z.infer<typeof fileSchema>;

/** Uses are worth no write of their own. */
const usesAfterMs = 5000;

export function createRuleStore({ host, files, path, changed }: RuleStoreOptions): RuleStore {
  const file = createJsonFile<RuleFile>({
    path,
    files,
    clock: host,
    parse: (value) => fileSchema.parse(value),
    unreadable: (reason) => text("rules.unreadable", { file: "rules.json", reason }),
  });
  const uses = new Map<string, { count: number; last: number }>();
  let timer: Disposable | null = null;
  let said = "";

  const withUses = (rule: Rule): Rule => {
    const used = uses.get(rule.id);
    return used === undefined ? rule : { ...rule, uses: rule.uses + used.count, usedAt: used.last };
  };

  async function changeRules(change: (rules: readonly Rule[]) => readonly Rule[]): AsyncResult<readonly Rule[]> {
    const written = await file.update((content) => ({ ...content, rules: [...change(content.rules)] }));
    if (!written.ok) return written;
    changed();
    return ok(written.value.rules);
  }

  async function writeUses(): Promise<void> {
    timer = null;
    if (uses.size === 0) return;
    const written = await file.update((content) => {
      const rules = content.rules.map(withUses);
      uses.clear();
      return { ...content, rules };
    });
    if (!written.ok) host.log("warn", "the uses of rules were not counted", { reason: written.error.message });
  }

  return {
    async list() {
      const read = await file.read();
      if (read.ok) {
        said = "";
        return ok(read.value.rules.map(withUses).toReversed());
      }
      if (said !== read.error.message) host.log("warn", "no rule is in force", { reason: read.error.message });
      said = read.error.message;
      return read;
    },
    async add(draft) {
      const isSame = (rule: Rule): boolean =>
        rule.effect === draft.effect &&
        isSameMatch(rule.match, draft.match) &&
        JSON.stringify(rule.scope) === JSON.stringify(draft.scope);
      const made: Rule = { ...draft, id: `r_${host.createId()}`, madeAt: host.now(), uses: 0, usedAt: null };
      const written = await changeRules((rules) => (rules.some(isSame) ? rules : [...rules, made]));
      return written.ok ? ok(written.value.find(isSame) ?? made) : written;
    },
    async change(id, to) {
      const written = await changeRules((rules) => rules.map((rule) => (rule.id === id ? { ...rule, ...to } : rule)));
      if (!written.ok) return written;
      const found = written.value.find((rule) => rule.id === id);
      return found === undefined ? fail(contractError("not-found", text("rules.gone"))) : ok(found);
    },
    async remove(id) {
      const written = await changeRules((rules) => rules.filter((rule) => rule.id !== id));
      return written.ok ? ok(undefined) : written;
    },
    used(id) {
      uses.set(id, { count: (uses.get(id)?.count ?? 0) + 1, last: host.now() });
      timer ??= host.setTimer(usesAfterMs, () => void writeUses());
    },
    async [Symbol.asyncDispose]() {
      timer?.[Symbol.dispose]();
      await writeUses();
    },
  };
}
