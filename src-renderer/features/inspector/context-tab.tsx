import { useEffect, useState } from "react";
import type { SessionKey } from "../../../src-preload/contract/ids.ts";
import type { ContextReport } from "../../../src-preload/contract/window.ts";
import { useWindow } from "../../state/context.ts";
import { tokenCount } from "../../ui/amounts.ts";
import { text } from "../../ui/text.ts";

interface ContextTabProps {
  readonly sessionKey: SessionKey;
  /** Changes when a run ends: then it is read again. */
  readonly ended: object | null;
}

/** What was sent with the last request, part by part, in estimated tokens. */
export function ContextTab({ sessionKey, ended }: ContextTabProps) {
  const { client } = useWindow();
  const [report, setReport] = useState<ContextReport | null>(null);
  const [error, setError] = useState<string | null>(null);
  useEffect(() => {
    let isCurrent = ended !== undefined;
    void client.request("context.describe", { sessionKey }).then((described) => {
      if (!isCurrent) return;
      if (described.ok) setReport(described.value);
      else setError(described.error.message);
    });
    return () => {
      isCurrent = false;
    };
  }, [client, sessionKey, ended]);
  if (error !== null) return <p className="pad note fail">{error}</p>;
  if (report === null) return <p className="pad meta">{text("action.loading")}</p>;
  const share = Math.min(100, Math.round((report.totalTokens / report.windowTokens) * 100));
  return (
    <div className="pad stack">
      <p>
        {text("context.total", {
          tokens: tokenCount(report.totalTokens),
          window: tokenCount(report.windowTokens),
          share,
        })}
      </p>
      <div className="meter" role="img" aria-label={text("context.share", { share })}>
        <i className={share > 80 ? "warn" : ""} style={{ width: `${share}%` }} />
      </div>
      <dl className="kv parts">
        {report.parts.map((part) => (
          <div key={`${part.kind} ${part.name}`} className="pair">
            <dt>{part.name}</dt>
            <dd className="num">{tokenCount(part.tokens)}</dd>
          </div>
        ))}
      </dl>
      {report.droppedMessages + report.shortenedResults === 0 ? null : (
        <p className="meta sm">
          {text("context.dropped", { messages: report.droppedMessages, results: report.shortenedResults })}
        </p>
      )}
    </div>
  );
}
