import { CornerDownRight, FileText, ListChecks, type LucideIcon, Table2 } from "lucide-react";
import type { SessionKey } from "../../../src-preload/contract/ids.ts";
import { revealLine } from "../../../src-preload/contract/reveal-controls.ts";
import type { FolderStarters, Starter } from "../../../src-preload/contract/window.ts";
import { usePick, useWindow } from "../../state/context.ts";
import cardStyles from "../../ui/card.module.css";
import { text } from "../../ui/text.ts";
import starterStyles from "./starters.module.css";
import styles from "./transcript.module.css";
import { UnsentChats } from "./unsent-chats.tsx";

/** A new chat: what it is for, and beginnings made from what lies in its work folder, which each end in a file. */
export function NewChat({ sessionKey }: { readonly sessionKey: SessionKey }) {
  const { starters } = useWindow();
  const { key, found } = usePick(starters.store, (state) => state);
  const folder = key === sessionKey && found.kind === "ready" ? found.folder : null;
  return (
    <div className={`${styles.transcript} ${styles.isCentred}`} role="log" aria-label={text("chat.transcript")}>
      <div className={`${styles.column} ${starterStyles.starters}`}>
        <h2>{text("chat.emptyTitle")}</h2>
        <p className="dim">{text("chat.emptyWords")}</p>
        <div className={starterStyles.cards} aria-busy={folder === null && found.kind === "loading"}>
          {folder?.starters.map((starter) => (
            <StarterCard key={starter.kind} sessionKey={sessionKey} starter={starter} />
          ))}
        </div>
        {folder === null ? null : <Samples sessionKey={sessionKey} folder={folder} />}
        {/* It stands below the beginnings: before they are there it would move away under a press. */}
        {key === sessionKey && found.kind !== "loading" ? <UnsentChats sessionKey={sessionKey} /> : null}
      </div>
    </div>
  );
}

const icons: Readonly<Record<Starter["kind"], LucideIcon>> = { summary: FileText, list: Table2, plan: ListChecks };

interface StarterCardProps {
  readonly sessionKey: SessionKey;
  readonly starter: Starter;
}

function StarterCard({ sessionKey, starter }: StarterCardProps) {
  const { starters } = useWindow();
  const Icon = icons[starter.kind];
  const words = wordsOf(starter);
  return (
    <button
      type="button"
      className={`${cardStyles.card} ${starterStyles.starter}`}
      onClick={() => starters.begin(sessionKey, words, starter.target)}
    >
      <Icon className="icon" aria-hidden="true" />
      <b className={`medium ${starterStyles.title}`}>{titleOf(starter)}</b>
      <span className="dim">{revealLine(words)}</span>
      <span className={`${starterStyles.ends} mono`}>
        <CornerDownRight className="icon" aria-hidden="true" />
        {starter.target}
      </span>
    </button>
  );
}

function titleOf(starter: Starter): string {
  if (starter.kind === "summary") return text("starter.summary", { file: starter.file });
  return text(starter.kind === "list" ? "starter.list" : "starter.plan");
}

/** What is sent; the practice model knows these sentences. */
function wordsOf(starter: Starter): string {
  const { target } = starter;
  switch (starter.kind) {
    case "summary":
      return text("starter.summaryWords", { file: inSentence(starter.file), target });
    case "list":
      return starter.folder === ""
        ? text("starter.listHereWords", { target })
        : text("starter.listWords", { folder: inSentence(starter.folder), target });
    case "plan":
      return text("starter.planWords", { target });
    default: {
      const never: never = starter;
      return never;
    }
  }
}

/** A name with blanks in it is not taken for several words. */
function inSentence(name: string): string {
  return /\s/.test(name) ? `“${name}”` : name;
}

interface SamplesProps {
  readonly sessionKey: SessionKey;
  readonly folder: FolderStarters;
}

/** Whose files these are, and one press to have them or to be rid of them. */
function Samples({ sessionKey, folder }: SamplesProps) {
  const { starters } = useWindow();
  if (folder.samples === 0 && !folder.isEmpty) return null;
  const has = folder.samples > 0;
  return (
    <p className={`${starterStyles.samples} meta small`}>
      {text(has ? "samples.here" : "samples.none")}{" "}
      <button
        type="button"
        className="link"
        onClick={() => void (has ? starters.removeSamples(sessionKey) : starters.addSamples(sessionKey))}
      >
        {text(has ? "samples.remove" : "samples.add")}
      </button>
    </p>
  );
}
