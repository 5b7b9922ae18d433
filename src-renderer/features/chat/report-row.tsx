import { AlarmClock, Bot, Inbox, MessagesSquare } from "lucide-react";
import type { UserMessage } from "../../../src-preload/contract/records.ts";
import { revealLine } from "../../../src-preload/contract/reveal-controls.ts";
import { isSubagentKey, isUnattendedKey } from "../../../src-preload/contract/session-key.ts";
import { placeHref } from "../../state/place.ts";
import { Markdown } from "../../ui/markdown/markdown.tsx";
import proseStyles from "../../ui/prose.module.css";
import { text } from "../../ui/text.ts";
import { shortTime } from "../../ui/time.ts";
import messageStyles from "./message.module.css";
import { useOpenAddress } from "./open-address.ts";
import styles from "./report-row.module.css";

interface ReportRowProps {
  readonly report: NonNullable<UserMessage["report"]>;
  readonly words: string;
  readonly at: string;
}

/** What a job, a sub-agent or another chat brought to this chat: no person wrote it, and where it comes from tells all of it. */
export function ReportRow({ report, words, at }: ReportRowProps) {
  const open = useOpenAddress();
  const { sessionKey, from } = report;
  const name = revealLine(report.name);
  const time = Date.parse(at);
  const brought = broughtBy({ sessionKey, from });
  const Icon = icons[brought];
  return (
    <article className={`${messageStyles.message} ${styles.report}`} aria-label={text("chat.reportOf", { name })}>
      <p className={`${styles.head} small meta`}>
        <Icon className="icon icon-small" aria-hidden="true" />
        <span className="cut">{text(brought, { name })}</span>
        <time dateTime={at}>{Number.isNaN(time) ? "" : shortTime(time, Date.now())}</time>
        {sessionKey === null ? null : (
          <a className="link" href={placeHref({ name: "chats", sessionKey })}>
            {text(isUnattendedKey(sessionKey) ? "chat.openRun" : "chat.openOther")}
          </a>
        )}
      </p>
      <div className={proseStyles.prose}>
        <Markdown text={words} onOpen={open} />
      </div>
    </article>
  );
}

const icons = {
  "chat.broughtBy": AlarmClock,
  "chat.brought.chat": MessagesSquare,
  "chat.brought.inbox": Inbox,
  "subagents.brought": Bot,
} as const;

function broughtBy({ sessionKey, from }: Pick<ReportRowProps["report"], "sessionKey" | "from">): keyof typeof icons {
  if (from !== undefined) return `chat.brought.${from}`;
  return sessionKey !== null && isSubagentKey(sessionKey) ? "subagents.brought" : "chat.broughtBy";
}
