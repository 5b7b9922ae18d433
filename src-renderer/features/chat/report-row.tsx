import { AlarmClock, Bot } from "lucide-react";
import type { SessionKey } from "../../../src-preload/contract/ids.ts";
import { isSubagentKey } from "../../../src-preload/contract/session-key.ts";
import { placeHref } from "../../state/place.ts";
import { Markdown } from "../../ui/markdown/markdown.tsx";
import proseStyles from "../../ui/prose.module.css";
import { text } from "../../ui/text.ts";
import { shortTime } from "../../ui/time.ts";
import messageStyles from "./message.module.css";
import { useOpenAddress } from "./open-address.ts";
import styles from "./report-row.module.css";

interface ReportRowProps {
  readonly report: { readonly name: string; readonly sessionKey: SessionKey };
  readonly words: string;
  readonly at: string;
}

/** What a job or a sub-agent brought to this chat: no person wrote it, and its run tells all of it. */
export function ReportRow({ report: { name, sessionKey }, words, at }: ReportRowProps) {
  const open = useOpenAddress();
  const time = Date.parse(at);
  const isSubagent = isSubagentKey(sessionKey);
  const Icon = isSubagent ? Bot : AlarmClock;
  return (
    <article className={`${messageStyles.message} ${styles.report}`} aria-label={text("chat.reportOf", { name })}>
      <p className={`${styles.head} small meta`}>
        <Icon className="icon icon-small" aria-hidden="true" />
        <span className="cut">{text(isSubagent ? "subagents.brought" : "chat.broughtBy", { name })}</span>
        <time dateTime={at}>{Number.isNaN(time) ? "" : shortTime(time, Date.now())}</time>
        <a className="link" href={placeHref({ name: "chats", sessionKey })}>
          {text("chat.openRun")}
        </a>
      </p>
      <div className={proseStyles.prose}>
        <Markdown text={words} onOpen={open} />
      </div>
    </article>
  );
}
