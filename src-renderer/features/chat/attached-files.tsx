import { AudioLines, X } from "lucide-react";
import { isRecording, isUnheard } from "../../../src-preload/contract/recordings.ts";
import type { Media } from "../../../src-preload/contract/records.ts";
import { usePick, useWindow } from "../../state/context.ts";
import { text } from "../../ui/text.ts";
import { AttachedFile, nameOf } from "./attached-file.tsx";
import styles from "./attached-files.module.css";
import { RecordingPlayer } from "./seldom.tsx";

interface AttachedFilesProps {
  readonly media: readonly Media[];
  /** What they are, where they are neither attachments nor were sent. */
  readonly label?: string;
  /** Missing where they were sent. */
  readonly onRemove?: (path: string) => void;
  /** Puts a recording into words at the caret. */
  readonly onRead?: (media: Media) => void;
}

/** What goes along with a message: pictures small, the rest by kind, name and size. A press shows it. */
export function AttachedFiles({ media, label, onRemove, onRead }: AttachedFilesProps) {
  const key = usePick(useWindow().chat.store, (open) => (open.kind === "none" ? null : open.key));
  if (media.length === 0 || key === null) return null;
  return (
    <ul
      className={styles.files}
      aria-label={label ?? text(onRemove === undefined ? "chat.sentFiles" : "composer.attachments")}
    >
      {media.map((one) => (
        <li key={one.path}>
          {/* A recording that was sent is played where it stands. */}
          {onRemove === undefined && isRecording(one) ? (
            <RecordingPlayer media={one} />
          ) : (
            <AttachedFile media={one} sessionKey={key} />
          )}
          {onRead !== undefined && isUnheard(one) ? (
            <button
              type="button"
              className={`${styles.corner} ${styles.atStart}`}
              aria-label={text("voice.intoWordsOf", { name: nameOf(one) })}
              onClick={() => onRead(one)}
            >
              <AudioLines size={12} aria-hidden="true" />
            </button>
          ) : null}
          {onRemove === undefined ? null : (
            <button
              type="button"
              className={styles.corner}
              aria-label={text("composer.removeAttachment", { name: nameOf(one) })}
              onClick={() => onRemove(one.path)}
            >
              <X size={12} aria-hidden="true" />
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}
