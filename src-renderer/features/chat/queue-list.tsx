import { ArrowUp, ListPlus, Pause, Pencil, Play, X } from "lucide-react";
import type { SessionKey } from "../../../src-preload/contract/ids.ts";
import type { QueuedMessage } from "../../../src-preload/contract/records.ts";
import type { SessionView } from "../../../src-preload/contract/reducers/session.ts";
import { useWindow } from "../../state/context.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { type TextKey, text } from "../../ui/text.ts";
import styles from "./queue-list.module.css";

/** Messages that wait for their turn: each can be edited, moved up or taken out, and all of them paused. */
export function QueueList({ view }: { readonly view: SessionView }) {
  const { chatQueue } = useWindow();
  const { queue, queuePaused, summary } = view;
  const sessionKey = summary.key;
  if (queue.length === 0) return null;

  return (
    <ul className={styles.list} aria-label={text("queue.title")}>
      {queue.map((entry, index) => (
        <li key={entry.id} className={styles.entry}>
          <ListPlus className="icon icon-small" aria-hidden="true" />
          <span className={queuePaused ? "tone-needs" : "meta"}>{text(wordOf(entry, queuePaused, index))}</span>
          <span className="grow cut">{entry.content}</span>
          {index === 0 ? null : (
            <IconButton
              size="small"
              label={text("queue.moveUp")}
              onClick={() => void chatQueue.moveUp(sessionKey, queue, index)}
            >
              <ArrowUp className="icon icon-small" aria-hidden="true" />
            </IconButton>
          )}
          <IconButton size="small" label={text("queue.edit")} onClick={() => void chatQueue.edit(sessionKey, entry)}>
            <Pencil className="icon icon-small" aria-hidden="true" />
          </IconButton>
          {index > 0 ? null : <PauseButton sessionKey={sessionKey} isPaused={queuePaused} />}
          <IconButton
            size="small"
            label={text("queue.remove")}
            onClick={() => void chatQueue.remove(sessionKey, entry.id)}
          >
            <X className="icon icon-small" aria-hidden="true" />
          </IconButton>
        </li>
      ))}
    </ul>
  );
}

interface PauseButtonProps {
  readonly sessionKey: SessionKey;
  readonly isPaused: boolean;
}

/** A queue that is held says how it goes on; one that goes by itself needs no words. */
function PauseButton({ sessionKey, isPaused }: PauseButtonProps) {
  const { chatQueue } = useWindow();
  const act = (): void => void chatQueue.pause(sessionKey, !isPaused);
  if (isPaused) {
    return (
      <Button size="small" onClick={act}>
        <Play className="icon icon-small" aria-hidden="true" />
        {text("queue.resume")}
      </Button>
    );
  }
  return (
    <IconButton size="small" label={text("queue.pause")} onClick={act}>
      <Pause className="icon icon-small" aria-hidden="true" />
    </IconButton>
  );
}

function wordOf({ whenBusy }: QueuedMessage, isPaused: boolean, index: number): TextKey {
  if (isPaused) return "queue.held";
  if (whenBusy === "steer") return "queue.steers";
  return index === 0 ? "queue.next" : "queue.then";
}
