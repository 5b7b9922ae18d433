import { Bot, Square } from "lucide-react";
import { revealLine } from "../../../src-preload/contract/reveal-controls.ts";
import { wordsOfStep } from "../../../src-preload/contract/step-words.ts";
import type { SubagentView } from "../../../src-preload/contract/subagents.ts";
import { useIsUp, usePick, useWindow } from "../../state/context.ts";
import { placeHref } from "../../state/place.ts";
import { fewTokens } from "../../ui/amounts.ts";
import { IconButton } from "../../ui/button.tsx";
import { type TextKey, text } from "../../ui/text.ts";
import { objectOf, wordsAround } from "./step-words.ts";
import styles from "./subagent-list.module.css";

/** The sub-agents that a reply asked for: what each does now, and what it used. */
export function SubagentList({ subagents }: { readonly subagents: readonly SubagentView[] }) {
  return (
    <ul className={styles.list} aria-label={text("subagents.title")}>
      {subagents.map((subagent) => (
        <SubagentRow key={subagent.key} subagent={subagent} />
      ))}
    </ul>
  );
}

const tones: Partial<Readonly<Record<SubagentView["state"], string>>> = {
  waiting: "tone-needs",
  running: "tone-running",
};

function SubagentRow({ subagent }: { readonly subagent: SubagentView }) {
  const { subagents } = useWindow();
  const isUp = useIsUp();
  const isStopping = usePick(subagents.store, ({ stopping }) => stopping.includes(subagent.key));
  const { key, label, state, tokens: used } = subagent;
  const name = revealLine(label);
  return (
    <li className={styles.entry}>
      <div className={styles.line}>
        <a className={styles.open} href={placeHref({ name: "chats", sessionKey: key })}>
          <Bot className="icon icon-small" aria-hidden="true" />
          <span className={`cut ${styles.name}`}>{name}</span>
          <span className={`meta small cut grow ${styles.doing}`}>{doing(subagent)}</span>
          {used === 0 ? null : (
            <span className={`meta small ${styles.tokens}`}>
              {text("subagents.tokens", { tokens: fewTokens(used) })}
            </span>
          )}
          <span className={`small ${styles.state} ${tones[state] ?? "meta"}`}>{text(stateKey(subagent))}</span>
        </a>
        {state === "ended" ? null : (
          <IconButton
            size="small"
            label={text("subagents.stop", { name })}
            disabled={isStopping || !isUp}
            onClick={() => void subagents.stop(key)}
          >
            <Square className="icon icon-small" aria-hidden="true" />
          </IconButton>
        )}
      </div>
    </li>
  );
}

/** The step it is at, or why it went no further. */
function doing({ state, step, outcome, reason }: SubagentView): string {
  if (state === "ended") return outcome === "failed" ? revealLine(reason) : "";
  if (step === null) return "";
  const words = wordsOfStep(step);
  const [before, after] = wordsAround({ tool: step.tool, label: step.label ?? null, words, state: "running" });
  return [before, objectOf(step), after].filter((part) => part !== "").join(" ");
}

function stateKey({ state, outcome }: SubagentView): TextKey {
  if (state !== "ended") return `subagents.state.${state}`;
  return `subagents.outcome.${outcome ?? "interrupted"}`;
}
