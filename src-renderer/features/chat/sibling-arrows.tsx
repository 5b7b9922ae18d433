import { ChevronLeft, ChevronRight } from "lucide-react";
import type { MessageId } from "../../../src-preload/contract/ids.ts";
import type { Siblings } from "../../../src-preload/contract/session.ts";
import { useWindow } from "../../state/context.ts";
import { IconButton } from "../../ui/button.tsx";
import { text } from "../../ui/text.ts";
import styles from "./message.module.css";

/** `2/3` with arrows, where a message has versions beside it. */
export function SiblingArrows({ siblings }: { readonly siblings: Siblings | null }) {
  const { chatActs } = useWindow();
  if (siblings === null || siblings.ids.length < 2) return null;
  const { ids, index } = siblings;

  const go = (messageId: MessageId | undefined): void => {
    if (messageId !== undefined) void chatActs.showVersion(messageId);
  };

  return (
    <span className={styles.siblings}>
      <IconButton
        size="small"
        label={text("chat.previousVersion")}
        disabled={index === 0}
        onClick={() => go(ids[index - 1])}
      >
        <ChevronLeft size={14} aria-hidden="true" />
      </IconButton>
      <span className="number small">{text("chat.version", { index: index + 1, count: ids.length })}</span>
      <IconButton
        size="small"
        label={text("chat.nextVersion")}
        disabled={index === ids.length - 1}
        onClick={() => go(ids[index + 1])}
      >
        <ChevronRight size={14} aria-hidden="true" />
      </IconButton>
    </span>
  );
}
