import { FileArchive, FileAudio, FileText, File as PlainFile } from "lucide-react";
import { Dialog } from "radix-ui";
import { type ReactNode, useRef, useState } from "react";
import type { SessionKey } from "../../../src-preload/contract/ids.ts";
import type { Media } from "../../../src-preload/contract/records.ts";
import { revealLine } from "../../../src-preload/contract/reveal-controls.ts";
import { useOpenAddress } from "../../state/use-open-address.ts";
import { useShownFile } from "../../state/use-shown-file.ts";
import { byteCount } from "../../ui/amounts.ts";
import dialogStyles from "../../ui/dialog.module.css";
import { DialogHead } from "../../ui/dialog-head.tsx";
import { FileView } from "../../ui/file-view.tsx";
import noteStyles from "../../ui/note.module.css";
import { Picture } from "../../ui/pictures/picture.tsx";
import { useBlobAddress } from "../../ui/pictures/use-blob-address.ts";
import { text } from "../../ui/text.ts";
import styles from "./attached-files.module.css";

interface AttachedFileProps {
  readonly media: Media;
  readonly sessionKey: SessionKey;
}

/** One file of a chat: a picture small, everything else by kind, name and size. A press shows it. */
export function AttachedFile(file: AttachedFileProps) {
  return file.media.kind === "image" ? <Thumbnail {...file} /> : <FileChip {...file} />;
}

export function nameOf({ name, path }: Media): string {
  return revealLine(name ?? path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1));
}

function Thumbnail({ media, sessionKey }: AttachedFileProps) {
  const load = useShownFile(sessionKey, media.path);
  const bytes = load.kind === "ready" && load.file.kind === "image" ? load.file.bytes : null;
  const address = useBlobAddress(bytes);
  const name = nameOf(media);
  if (load.kind === "failed" || (load.kind === "ready" && bytes === null)) {
    return <FileChip media={media} sessionKey={sessionKey} />;
  }
  if (address === null)
    return <span className={styles.thumbnail} role="img" aria-label={text("picture.loading", { name })} />;
  return <Picture address={address} alt={name} title={name} className={styles.thumbnail} />;
}

const icons = [
  [/^audio\//, FileAudio],
  [/^text\/|pdf|json|xml/, FileText],
  [/zip|tar|compressed/, FileArchive],
] as const;

/** A file that is no picture, and what is in it once it is pressed. */
function FileChip({ media, sessionKey }: AttachedFileProps) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const Icon = icons.find(([kind]) => kind.test(media.mediaType))?.[1] ?? PlainFile;
  const name = nameOf(media);
  return (
    <>
      <button ref={button} type="button" className={styles.file} title={name} onClick={() => setOpen(true)}>
        <Icon className="icon" aria-hidden="true" />
        <span className="cut" dir="auto">
          {name}
        </span>
        {media.size === undefined ? null : <span className={`${styles.size} number`}>{byteCount(media.size)}</span>}
      </button>
      <Dialog.Root open={isOpen} onOpenChange={setOpen}>
        <Dialog.Portal>
          <Dialog.Overlay className={dialogStyles.scrim} />
          <Dialog.Content
            className={`${dialogStyles.dialog} ${styles.dialog}`}
            aria-describedby={undefined}
            onCloseAutoFocus={(event) => {
              event.preventDefault();
              button.current?.focus();
            }}
          >
            <DialogHead title={name} onClose={() => setOpen(false)} />
            <div className={dialogStyles.body} tabIndex={0}>
              <OpenedFile media={media} sessionKey={sessionKey} />
            </div>
          </Dialog.Content>
        </Dialog.Portal>
      </Dialog.Root>
    </>
  );
}

function OpenedFile({ media, sessionKey }: AttachedFileProps): ReactNode {
  const load = useShownFile(sessionKey, media.path);
  const open = useOpenAddress();
  if (load.kind === "loading") return <p className="meta">{text("action.loading")}</p>;
  if (load.kind === "failed") return <p className={noteStyles.failed}>{load.message}</p>;
  return <FileView file={load.file} path={media.path} onOpen={open} />;
}
