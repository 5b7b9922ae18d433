import { ChevronDown, FileDiff, FilePlus, FileX, FolderInput, type LucideIcon, RefreshCw } from "lucide-react";
import type { Media } from "../../../src-preload/contract/records.ts";
import { revealLine } from "../../../src-preload/contract/reveal-controls.ts";
import { usePick, useWindow } from "../../state/context.ts";
import type { ChangedFile, TurnChanges } from "../../state/run-facts.ts";
import { IconButton } from "../../ui/button.tsx";
import { LineCounts } from "../../ui/line-counts.tsx";
import { text } from "../../ui/text.ts";
import { AttachedFiles } from "./attached-files.tsx";
import { CopyMenu } from "./copy-menu.tsx";
import styles from "./message.module.css";
import { OtherModelMenu } from "./other-model-menu.tsx";
import lineStyles from "./run-line.module.css";
import { standInWords } from "./run-words.ts";
import { PlanActs, SourceList } from "./seldom.tsx";
import { SiblingArrows } from "./sibling-arrows.tsx";
import { changesOf, sourcesOf, wordsOfTurn } from "./turn-facts.ts";
import type { PerchRow, Step } from "./turns.ts";
import { useFileOpener } from "./use-file-opener.ts";

interface TurnEndProps {
  readonly row: PerchRow;
  readonly steps: readonly Step[];
}

/** What a turn leaves: the pages that it read or found, the files that it changed, who answered in whose place, and what can be done with the answer. */
export function TurnEnd({ row, steps }: TurnEndProps) {
  const changes = changesOf(steps);
  const sources = sourcesOf(steps);
  const isPlan = row.pieces.some((piece) => piece.kind === "text" && piece.message.plan === true);
  return (
    <>
      {sources.length === 0 ? null : <SourceList sources={sources} />}
      <MadePictures files={changes.files} />
      <ChangedFiles changed={changes} />
      {isPlan ? <PlanActs row={row} /> : null}
      <TurnActs row={row} />
      {row.standIn === null ? null : <p className={lineStyles.note}>{standInWords(row.standIn)}</p>}
    </>
  );
}

const pictures: Readonly<Record<string, string>> = {
  png: "image/png",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  gif: "image/gif",
  webp: "image/webp",
};
/** More than that are chips alone. */
const mostPictures = 8;

/** Pictures that a command made or changed, small. */
function MadePictures({ files }: { readonly files: readonly ChangedFile[] }) {
  const fileOf = useFileOpener();
  const media = files.flatMap(({ path, by, status }): Media[] => {
    const name = fileOf(path)?.name;
    const mediaType = pictures[path.slice(path.lastIndexOf(".") + 1).toLowerCase()];
    if (by !== "command" || status === "deleted" || name === undefined || mediaType === undefined) return [];
    return [{ kind: "image", path: name, mediaType }];
  });
  return media.length === 0 ? null : (
    <AttachedFiles media={media.slice(0, mostPictures)} label={text("chat.madePictures")} />
  );
}

/** More than that are shown by the list of changes. */
const mostChips = 20;

const icons: Readonly<Record<ChangedFile["status"], LucideIcon>> = {
  added: FilePlus,
  modified: FileDiff,
  deleted: FileX,
  renamed: FolderInput,
};

function ChangedFiles({ changed: { files, more } }: { readonly changed: TurnChanges }) {
  const { changes } = useWindow();
  const [first] = files;
  if (first === undefined) return null;
  const rest = Math.max(0, files.length - mostChips) + more;
  return (
    <ul className={styles.files} aria-label={text("chat.changedFiles")}>
      {files.slice(0, mostChips).map((file) => (
        <li key={file.path}>
          <FileChip file={file} />
        </li>
      ))}
      {rest === 0 ? null : (
        <li>
          <button type="button" className={`button small ${styles.file}`} onClick={() => changes.show(first.path)}>
            {text("change.moreFiles", { count: rest })}
          </button>
        </li>
      )}
    </ul>
  );
}

function FileChip({ file: { path, status, added, removed } }: { readonly file: ChangedFile }) {
  const { changes } = useWindow();
  const shown = useFileOpener()(path);
  const Icon = icons[status];
  const words = (
    <>
      <Icon className="icon icon-small" aria-hidden="true" />
      <span className="mono cut">{revealLine(shown?.name ?? path)}</span>
      <span className={`${styles.counts} number`}>
        <LineCounts added={added} removed={removed} />
      </span>
    </>
  );
  if (shown === null) return <span className={styles.file}>{words}</span>;
  const how = status === "modified" ? "" : `, ${text(`change.status.${status}`)}`;
  return (
    <button
      type="button"
      className={`button small ${styles.file}`}
      aria-label={text("chat.openChanged", { path: revealLine(path), added, removed }) + how}
      onClick={() => changes.show(path)}
    >
      {words}
    </button>
  );
}

function TurnActs({ row }: { readonly row: PerchRow }) {
  const { chat, chatActs } = useWindow();
  const sessionKey = usePick(chat.store, (open) => (open.kind === "open" ? open.key : null));
  const { messageId } = row;
  return (
    <div className={styles.actions}>
      <SiblingArrows siblings={row.siblings} />
      <CopyMenu markdown={wordsOfTurn(row.pieces)} />
      {messageId === null || sessionKey === null ? null : (
        <>
          <IconButton size="small" label={text("chat.regenerate")} onClick={() => void chatActs.regenerate(messageId)}>
            <RefreshCw size={14} aria-hidden="true" />
          </IconButton>
          <OtherModelMenu
            className="button ghost icon-only small"
            label={text("chat.againWith")}
            model=""
            onChoose={(id) => void chatActs.answerWith(sessionKey, id, messageId)}
          >
            <ChevronDown size={14} aria-hidden="true" />
          </OtherModelMenu>
        </>
      )}
    </div>
  );
}
