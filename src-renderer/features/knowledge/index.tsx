import {
  BookOpen,
  Brain,
  Feather,
  FileText,
  HeartPulse,
  History,
  IdCard,
  type LucideIcon,
  Puzzle,
  User,
  Wrench,
} from "lucide-react";
import { revealLine } from "../../../src-preload/contract/reveal-controls.ts";
import type { KnowledgeFile } from "../../../src-preload/contract/window.ts";
import { OpenList } from "../../columns/open-column.tsx";
import { usePick, useWindow } from "../../state/context.ts";
import { memoryFile } from "../../state/knowledge.ts";
import { placeHref } from "../../state/place.ts";
import { Button } from "../../ui/button.tsx";
import "../../ui/later-words.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import listStyles from "../../ui/list.module.css";
import noteStyles from "../../ui/note.module.css";
import pageStyles from "../../ui/page.module.css";
import { type TextKey, text } from "../../ui/text.ts";
import { aboutFile } from "./about-file.ts";
import { AgentSection } from "./agent-section.tsx";
import styles from "./knowledge.module.css";
import { KnowledgeEditor } from "./knowledge-editor.tsx";
import { SkillSection } from "./skill-section.tsx";
import { VersionsPanel } from "./versions-panel.tsx";

const groups: readonly (readonly [KnowledgeFile["kind"], TextKey])[] = [
  ["memory", "knowledge.memory"],
  ["heartbeat", "knowledge.heartbeat"],
  ["persona", "knowledge.persona"],
];

/** The files the agent knows you by: a list beside an editor. */
export function KnowledgeList() {
  const { knowledge } = useWindow();
  const list = usePick(knowledge.store, (state) => state.list);
  return (
    <aside className={listStyles.list} aria-label={text("place.knowledge")}>
      <div className={listStyles.head}>
        <h2 className="grow">{text("place.knowledge")}</h2>
      </div>
      {list.kind !== "failed" ? null : (
        <div className={`${noteStyles.failed} ${listStyles.trouble}`}>
          <span className="grow">{list.message}</span>
          <Button size="small" onClick={() => void knowledge.load()}>
            {text("action.again")}
          </Button>
        </div>
      )}
      <div className={listStyles.scroll}>
        {groups.map(([kind, title]) => (
          <Group
            key={kind}
            title={text(title)}
            files={list.kind === "ready" ? list.files.filter((file) => file.kind === kind) : []}
          />
        ))}
        {/* It stands below files that are not read yet, and would move. */}
        {list.kind === "loading" ? null : <AgentSection />}
        {list.kind === "loading" ? null : <SkillSection />}
      </div>
    </aside>
  );
}

interface GroupProps {
  readonly title: string;
  readonly files: readonly KnowledgeFile[];
}

function Group({ title, files }: GroupProps) {
  const current = usePick(useWindow().knowledge.store, ({ shown }) => shown);
  if (files.length === 0) return null;
  return (
    <section aria-label={title}>
      <div className={listStyles.section}>{title}</div>
      <ul>
        {files.map((file) => (
          <li key={file.path}>
            <a
              className={[
                listStyles.item,
                ...(hasDetail(file) ? [listStyles.isTall] : []),
                ...(file.path === current ? [listStyles.isCurrent] : []),
              ].join(" ")}
              href={placeHref({ name: "knowledge", path: file.path })}
              aria-current={file.path === current ? "page" : undefined}
            >
              <span className="row">
                <FileIcon file={file} />
                <span className={listStyles.name}>{revealLine(nameOf(file))}</span>
                {file.path === memoryFile ? (
                  <ProposedCount />
                ) : (
                  <span className={listStyles.side}>{file.readOnly ? text("knowledge.comesWithApp") : ""}</span>
                )}
              </span>
              <Detail file={file} />
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** How many changes of the memory wait. */
function ProposedCount() {
  const count = usePick(useWindow().proposals.store, ({ waiting }) => waiting.length);
  if (count === 0) return null;
  return <span className={`${listStyles.side} tone-needs`}>{text("knowledge.proposed", { count })}</span>;
}

function hasDetail({ path, problem }: KnowledgeFile): boolean {
  return problem !== "" || aboutFile(path) !== null;
}

/** What it is for, or that something is wrong with it. */
function Detail({ file: { path, problem } }: { readonly file: KnowledgeFile }) {
  const about = aboutFile(path);
  if (problem === "" && about === null) return null;
  return (
    <span className={`${listStyles.detail} ${styles.detail}`} title={problem === "" ? undefined : problem}>
      <span className={problem === "" ? "cut" : "cut tone-failed"}>
        {text(problem === "" ? (about ?? "knowledge.hasProblem") : "knowledge.hasProblem")}
      </span>
    </span>
  );
}

const icons: Readonly<Record<string, LucideIcon>> = {
  "MEMORY.md": Brain,
  "HISTORY.md": History,
  "HEARTBEAT.md": HeartPulse,
  "USER.md": User,
  "SOUL.md": Feather,
  "TOOLS.md": Wrench,
  "IDENTITY.md": IdCard,
};

function FileIcon({ file }: { readonly file: KnowledgeFile }) {
  const Icon = file.kind === "skill" ? Puzzle : (icons[nameOf(file)] ?? FileText);
  return <Icon className="icon" aria-hidden="true" />;
}

/** `skills/weekly/SKILL.md` is shown as `weekly`. */
function nameOf({ kind, path }: KnowledgeFile): string {
  const parts = path.split("/");
  return kind === "skill" ? (parts.at(-2) ?? path) : (parts.at(-1) ?? path);
}

export function KnowledgePlace() {
  const { knowledge, preferences } = useWindow();
  const path = usePick(knowledge.store, ({ shown }) => shown);
  const details = usePick(preferences, (state) => state.details);
  return (
    <>
      <section className={pageStyles.main} aria-label={text("place.knowledge")}>
        {path === null ? <NothingOpen /> : <KnowledgeEditor key={path} path={path} />}
      </section>
      {details ? <VersionsPanel /> : null}
    </>
  );
}

/** Where there is no file at all, and before that is known. */
function NothingOpen() {
  const { knowledge } = useWindow();
  const list = usePick(knowledge.store, (state) => state.list);
  return (
    <>
      <header className={pageStyles.bar}>
        <OpenList />
        <h1>{text("place.knowledge")}</h1>
      </header>
      <div className={`${pageStyles.page} ${pageStyles.isCentred}`} aria-busy={list.kind === "loading"}>
        {list.kind === "loading" ? null : (
          <EmptyState icon={BookOpen} title={text("knowledge.emptyTitle")} words={text("knowledge.emptyWords")}>
            <Button onClick={() => void knowledge.load()}>{text("action.again")}</Button>
          </EmptyState>
        )}
      </div>
    </>
  );
}
