import type { SessionKey } from "../../../src-preload/contract/ids.ts";
import type { LimitSource } from "../../../src-preload/contract/providers.ts";
import type { ContextPart, ContextReport } from "../../../src-preload/contract/window.ts";
import { usePick, useWindow } from "../../state/context.ts";
import { placeHref } from "../../state/place.ts";
import { percent, tokenCount, windowSize } from "../../ui/amounts.ts";
import rowsStyles from "../../ui/fact-rows.module.css";
import noteStyles from "../../ui/note.module.css";
import { type TextKey, text } from "../../ui/text.ts";
import styles from "./context-tab.module.css";
import { MentionedParts } from "./mentioned-parts.tsx";
import { RecalledList } from "./recalled-list.tsx";

const sources: Readonly<Record<LimitSource, TextKey>> = {
  settings: "context.source.settings",
  provider: "context.source.provider",
  overflow: "context.source.overflow",
  table: "context.source.table",
  default: "context.source.default",
};

/** What a person tells apart of what is sent, in its order. */
type Slice = "instructions" | "own" | "tools" | "history" | "message";
const slices: readonly Slice[] = ["instructions", "own", "tools", "history", "message"];
/** The deepest colour for what grows. */
const tones: Readonly<Record<Slice, 1 | 2 | 3 | 4>> = { history: 1, message: 2, own: 3, instructions: 4, tools: 4 };

function sliceOf({ kind, name }: ContextPart): Slice {
  if (kind !== "prompt") return kind;
  return name in ownFiles ? "own" : "instructions";
}

/** The files of the workspace that go along with each request. */
const ownFiles: Readonly<Record<string, TextKey>> = {
  "memory/MEMORY.md": "context.part.memory",
  "USER.md": "context.part.user",
  "SOUL.md": "context.part.soul",
  "AGENTS.md": "context.part.agents",
  "TOOLS.md": "context.part.toolsFile",
  "IDENTITY.md": "context.part.identityFile",
  "HEARTBEAT.md": "context.part.heartbeat",
};

interface ContextTabProps {
  readonly sessionKey: SessionKey;
  readonly workFolder: string;
}

interface ContextTabParts {
  readonly report: ContextReport;
  readonly workFolder: string;
}

/** What was sent with the last request, part by part, in estimated tokens. */
export function ContextTab({ sessionKey, workFolder }: ContextTabProps) {
  const { chatMeter } = useWindow();
  const { key, context, error } = usePick(chatMeter.store, (state) => state);
  if (error !== null) return <p className={`pad ${noteStyles.failed}`}>{error}</p>;
  if (context === null || key !== sessionKey) return <p className="pad meta">{text("action.loading")}</p>;
  return (
    <div className={`pad stack ${styles.context}`}>
      <div>
        <div className="row">
          <h2 className="grow medium">{text("context.title")}</h2>
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
      <Parts report={context} workFolder={workFolder} />
      <MentionedParts mentioned={context.mentioned} />
      <RecalledList recalled={context.recalled} />
      <Limits report={context} />
    </div>
  );
}

function StackedBar({ report }: { readonly report: ContextReport }) {
  const whole = Math.max(report.windowTokens, report.totalTokens);
  const sums = slices.map((slice) => ({
    slice,
    tokens: report.parts.reduce((sum, part) => sum + (sliceOf(part) === slice ? part.tokens : 0), 0),
  }));
  const share = percent(report.totalTokens / report.windowTokens);
  return (
    <div className={styles.bar} role="img" aria-label={text("context.share", { share })}>
      {sums.map(({ slice, tokens }) =>
        tokens === 0 ? null : (
          <i
            key={slice}
            data-tone={tones[slice]}
            className={slice === "tools" ? styles.isPale : ""}
            style={{ width: `${(tokens / whole) * 100}%` }}
          />
        ),
      )}
    </div>
  );
}

const partNames: Readonly<Record<string, TextKey>> = {
  identity: "context.part.identity",
  session: "context.part.session",
  servers: "context.part.servers",
  tools: "context.tools",
  skills: "context.skills",
  earlier: "context.earlier",
  history: "context.history",
  message: "context.message",
};

function Parts({ report, workFolder }: ContextTabParts) {
  return (
    <dl className={`${rowsStyles.rows} ${styles.parts}`}>
      {report.parts.map((part) => {
        const slice = sliceOf(part);
        return (
          <div key={`${part.kind} ${part.name}`}>
            <dt className="row">
              <i data-tone={tones[slice]} className={slice === "tools" ? styles.isPale : ""} />
              <PartName part={part} workFolder={workFolder} />
            </dt>
            <dd className="number">{part.tokens.toLocaleString()}</dd>
          </div>
        );
      })}
    </dl>
  );
}

const skillParts: Readonly<Record<string, TextKey>> = {
  "skill-list": "context.skillList",
  skills: "context.skillAlways",
  "skill-in-use": "context.skillInUse",
};

/** `skills/NAME`, `skill-in-use/NAME` and the list of the others; null for any other part. */
function skillWords(part: string): string | null {
  const [kind = "", name] = part.split("/");
  const key = Object.hasOwn(skillParts, kind) ? skillParts[kind] : undefined;
  if (key === undefined || (name === undefined && kind !== "skill-list")) return null;
  return text(key, { name: name ?? "" });
}

/** A part in words; one that is a file opens it. */
function PartName({ part, workFolder }: { readonly part: ContextPart; readonly workFolder: string }) {
  const key = part.kind === "prompt" && part.name in ownFiles ? ownFiles[part.name] : undefined;
  if (key === undefined) {
    const skill = skillWords(part.name);
    if (skill !== null) return <span>{skill}</span>;
    const name = Object.hasOwn(partNames, part.name) ? partNames[part.name] : undefined;
    const words = name === undefined ? part.name : text(name);
    return part.name === "session" ? <span title={workFolder}>{words}</span> : <span>{words}</span>;
  }
  return (
    <a className={styles.file} href={placeHref({ name: "knowledge", path: part.name })} title={part.name}>
      {text(key)}
    </a>
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
