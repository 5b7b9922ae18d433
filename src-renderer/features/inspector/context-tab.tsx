import type { SessionKey } from "../../../src-preload/contract/ids.ts";
import type { LimitSource } from "../../../src-preload/contract/providers.ts";
import type { ContextPart, ContextReport } from "../../../src-preload/contract/window.ts";
import { usePick, useWindow } from "../../state/context.ts";
import { percent, tokenCount, windowSize } from "../../ui/amounts.ts";
import rowsStyles from "../../ui/fact-rows.module.css";
import noteStyles from "../../ui/note.module.css";
import { type TextKey, text } from "../../ui/text.ts";
import styles from "./context-tab.module.css";

const sources: Readonly<Record<LimitSource, TextKey>> = {
  settings: "context.source.settings",
  provider: "context.source.provider",
  overflow: "context.source.overflow",
  table: "context.source.table",
  default: "context.source.default",
};

/** The deepest colour for what grows. */
const tones: Readonly<Record<ContextPart["kind"], 1 | 2 | 3 | 4>> = { history: 1, message: 2, prompt: 3, tools: 4 };
/** In the order of the request. */
const kinds = ["prompt", "tools", "history", "message"] as const satisfies readonly ContextPart["kind"][];

/** What was sent with the last request, part by part, in estimated tokens. */
export function ContextTab({ sessionKey }: { readonly sessionKey: SessionKey }) {
  const { chatMeter } = useWindow();
  const { key, context, error } = usePick(chatMeter.store, (state) => state);
  if (error !== null) return <p className={`pad ${noteStyles.failed}`}>{error}</p>;
  if (context === null || key !== sessionKey) return <p className="pad meta">{text("action.loading")}</p>;
  return (
    <div className={`pad stack ${styles.context}`}>
      <div>
        <div className="row">
          <h3 className="grow medium">{text("context.title")}</h3>
          <span className="meta small number">
            {text("context.of", {
              tokens: tokenCount(context.totalTokens),
              window: windowSize(context.windowTokens),
              share: percent(context.totalTokens / context.windowTokens),
            })}
          </span>
        </div>
        <StackedBar report={context} />
      </div>
      <Parts report={context} />
      <Limits report={context} />
    </div>
  );
}

function StackedBar({ report }: { readonly report: ContextReport }) {
  const whole = Math.max(report.windowTokens, report.totalTokens);
  const sums = kinds.map((kind) => ({
    kind,
    tokens: report.parts.reduce((sum, part) => sum + (part.kind === kind ? part.tokens : 0), 0),
  }));
  const share = percent(report.totalTokens / report.windowTokens);
  return (
    <div className={styles.bar} role="img" aria-label={text("context.share", { share })}>
      {sums.map(({ kind, tokens }) =>
        tokens === 0 ? null : <i key={kind} data-tone={tones[kind]} style={{ width: `${(tokens / whole) * 100}%` }} />,
      )}
    </div>
  );
}

const partNames: Readonly<Record<string, TextKey>> = {
  tools: "context.tools",
  skills: "context.skills",
  history: "context.history",
  message: "context.message",
};

function Parts({ report }: { readonly report: ContextReport }) {
  return (
    <dl className={`${rowsStyles.rows} ${styles.parts}`}>
      {report.parts.map((part) => {
        const name = part.kind === "prompt" ? undefined : partNames[part.name];
        return (
          <div key={`${part.kind} ${part.name}`}>
            <dt className="row">
              <i data-tone={tones[part.kind]} />
              <span className={styles.named}>{name === undefined ? part.name : text(name)}</span>
            </dt>
            <dd className="number">{part.tokens.toLocaleString()}</dd>
          </div>
        );
      })}
    </dl>
  );
}

/** The window and who told it, what is kept free, and what had to leave. */
function Limits({ report }: { readonly report: ContextReport }) {
  const { windowTokens, windowSource, outputTokens } = report;
  return (
    <>
      <dl className={rowsStyles.rows}>
        <div>
          <dt>{text("context.window")}</dt>
          <dd>
            <span className="number">{windowTokens.toLocaleString()}</span>{" "}
            <span className="meta">{text(sources[windowSource])}</span>
          </dd>
        </div>
        <div>
          <dt>{text("context.answer")}</dt>
          <dd className="number">{outputTokens.toLocaleString()}</dd>
        </div>
      </dl>
      <Trimmed report={report} />
      {report.leftOutTools === 0 ? null : (
        <p className={noteStyles.note}>{text("context.leftOutTools", { count: report.leftOutTools })}</p>
      )}
    </>
  );
}

function Trimmed({ report }: { readonly report: ContextReport }) {
  const { droppedMessages, shortenedResults, carriedSkills, lostSkills } = report;
  if (droppedMessages + shortenedResults === 0) return <p className="meta small">{text("context.whole")}</p>;
  const sentences = [
    text("context.dropped", { messages: droppedMessages, results: shortenedResults }),
    ...(carriedSkills.length === 0 ? [] : [text("context.carried", { names: carriedSkills.join(", ") })]),
    ...(lostSkills.length === 0 ? [] : [text("context.lost", { names: lostSkills.join(", ") })]),
  ];
  return <p className={noteStyles.note}>{sentences.join(" ")}</p>;
}
