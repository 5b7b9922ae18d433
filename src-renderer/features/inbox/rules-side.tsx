import { ScrollText, Trash2 } from "lucide-react";
import { revealLine } from "../../../src-preload/contract/reveal-controls.ts";
import { matchWords } from "../../../src-preload/contract/rule-words.ts";
import type { Rule } from "../../../src-preload/contract/rules.ts";
import { usePick, useWindow } from "../../state/context.ts";
import type { Load } from "../../state/load.ts";
import { placeHref } from "../../state/place.ts";
import { useShownPath } from "../../state/use-shown-path.ts";
import { IconButton } from "../../ui/button.tsx";
import cardStyles from "../../ui/card.module.css";
import { chatTitle } from "../../ui/chat-title.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import pageStyles from "../../ui/page.module.css";
import { Segments } from "../../ui/segments.tsx";
import { Select } from "../../ui/select.tsx";
import { type TextKey, text } from "../../ui/text.ts";
import { shortTime } from "../../ui/time.ts";
import styles from "./inbox.module.css";
import { LoadFailure } from "./side-state.tsx";

const effects: readonly (readonly [Rule["effect"], TextKey])[] = [
  ["allow", "inbox.allows"],
  ["deny", "inbox.denies"],
];

/** What is remembered: each rule with where it holds, where it is from and how often it decided; and the trusted folders. */
export function RulesSide() {
  const { rules } = useWindow();
  const listed = usePick(rules.store, (state) => state.rules);
  const trusted = usePick(rules.store, (state) => state.folders);
  const loads: readonly Load<object>[] = [listed, trusted];
  const isReady = loads.every(({ kind }) => kind === "ready");
  const rows = listed.kind === "ready" ? listed.rules : [];
  const folders = trusted.kind === "ready" ? trusted.folders : [];
  if (isReady && rows.length + folders.length === 0) {
    return (
      <div className={`${pageStyles.page} ${pageStyles.isCentred}`}>
        <EmptyState icon={ScrollText} title={text("inbox.noRules")} words={text("inbox.noRulesWords")} />
      </div>
    );
  }
  return (
    <div className={pageStyles.page} aria-busy={loads.some(({ kind }) => kind === "loading")}>
      <div className={`${pageStyles.column} stack`}>
        <LoadFailure load={listed} onAgain={() => void rules.load()} />
        {rows.length === 0 ? null : <RememberedRules rules={rows} />}
        <LoadFailure load={trusted} onAgain={() => void rules.load()} />
        {folders.length === 0 ? null : <TrustedFolders folders={folders} />}
      </div>
    </div>
  );
}

function RememberedRules({ rules }: { readonly rules: readonly Rule[] }) {
  return (
    <section className={cardStyles.card} aria-label={text("inbox.rulesTitle")}>
      <div className={cardStyles.head}>
        <h2>{text("inbox.rulesTitle")}</h2>
      </div>
      <p className={`${styles.words} small meta`}>{text("inbox.rulesWords")}</p>
      <ul className={styles.rows}>
        {rules.map((rule) => (
          <RuleRow key={rule.id} rule={rule} />
        ))}
      </ul>
    </section>
  );
}

function RuleRow({ rule }: { readonly rule: Rule }) {
  const { rules, chats } = useWindow();
  const shown = useShownPath();
  const rows = usePick(chats.store, (state) => state.rows);
  const { key, values } = matchWords(rule.match, shown);
  const what = revealLine(text(key, values));
  const from = rows.find((row) => row.key === rule.madeIn);
  return (
    <li className={styles.row}>
      <div className={styles.rowWords}>
        <p className={`${styles.rowTitle} ${styles.rule}`}>{what}</p>
        <p className="small meta">
          {usedWords(rule)}
          {from === undefined ? null : (
            <>
              {" · "}
              {text("inbox.ruleFrom")}{" "}
              <a className="link" href={placeHref({ name: "chats", sessionKey: from.key })}>
                {chatTitle(from.title)}
              </a>
            </>
          )}
        </p>
      </div>
      <div className={styles.rowActs}>
        <ScopeSelect rule={rule} />
        <Segments
          label={text("inbox.effect")}
          value={rule.effect}
          choices={effects}
          onChoose={(effect) => void rules.setEffect(rule, effect)}
        />
        <IconButton size="small" label={text("inbox.removeRule", { what })} onClick={() => void rules.remove(rule)}>
          <Trash2 size={14} aria-hidden="true" />
        </IconButton>
      </div>
    </li>
  );
}

/** Its own chat or folder, or everywhere. */
function ScopeSelect({ rule }: { readonly rule: Rule }) {
  const { rules } = useWindow();
  const shown = useShownPath();
  const { scope } = rule;
  if (scope.kind === "everywhere") return <span className="small meta">{text("inbox.ruleEverywhere")}</span>;
  const own = {
    chat: () => text("inbox.ruleChat"),
    job: () => text("inbox.ruleJob"),
    folder: () => text("inbox.ruleFolder", { folder: scope.kind === "folder" ? shown(scope.folder) : "" }),
  }[scope.kind]();
  return (
    <Select
      label={text("inbox.ruleWhere")}
      value="own"
      onChoose={(value) => {
        if (value === "everywhere") void rules.setScope(rule, { kind: "everywhere" });
      }}
    >
      <option value="own">{own}</option>
      <option value="everywhere">{text("inbox.ruleEverywhere")}</option>
    </Select>
  );
}

function TrustedFolders({ folders }: { readonly folders: readonly string[] }) {
  const { rules } = useWindow();
  const shown = useShownPath();
  return (
    <section className={cardStyles.card} aria-label={text("inbox.folders")}>
      <div className={cardStyles.head}>
        <h2>{text("inbox.folders")}</h2>
      </div>
      <p className={`${styles.words} small meta`}>{text("inbox.foldersWords")}</p>
      <ul className={styles.rows}>
        {folders.map((folder) => (
          <li key={folder} className={styles.row}>
            <p className={`${styles.rowWords} ${styles.rowTitle}`}>{shown(folder)}</p>
            <IconButton
              size="small"
              label={text("inbox.distrust", { folder: shown(folder) })}
              onClick={() => void rules.distrust(folder)}
            >
              <Trash2 size={14} aria-hidden="true" />
            </IconButton>
          </li>
        ))}
      </ul>
    </section>
  );
}

function usedWords({ uses, usedAt }: Rule): string {
  if (uses === 0 || usedAt === null) return text("inbox.ruleNever");
  const when = shortTime(usedAt, Date.now());
  return uses === 1 ? text("inbox.ruleUsedOnce", { when }) : text("inbox.ruleUses", { count: uses, when });
}
