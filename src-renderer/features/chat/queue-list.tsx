import { ArrowUp, ListPlus, Pause, Pencil, Play, X } from "lucide-react";
import type { MessageId } from "../../../src-preload/contract/ids.ts";
import type { QueuedMessage } from "../../../src-preload/contract/records.ts";
import type { SessionView } from "../../../src-preload/contract/reducers/session.ts";
import { useWindow } from "../../state/context.ts";
import { IconButton } from "../../ui/button.tsx";
import { type TextKey, text } from "../../ui/text.ts";

/** Messages that wait for their turn: each can be edited, moved up or taken out, and all of them paused. */
export function QueueList({ view }: { readonly view: SessionView }) {
  const { client, drafts, notify } = useWindow();
  const { queue, queuePaused, summary } = view;
  const sessionKey = summary.key;
  if (queue.length === 0) return null;

  const tell = (result: { readonly ok: boolean; readonly error?: { readonly message: string } }): void => {
    if (!result.ok) notify(result.error?.message ?? "", "failed");
  };
  const remove = async (messageId: MessageId): Promise<void> =>
    tell(await client.request("queue.remove", { sessionKey, messageId }));
  const moveUp = async (index: number): Promise<void> => {
    const ids = queue.map((entry) => entry.id);
    const [moved] = ids.splice(index, 1);
    if (moved !== undefined) ids.splice(index - 1, 0, moved);
    tell(await client.request("queue.order", { sessionKey, messageIds: ids }));
  };
  const edit = async (entry: QueuedMessage): Promise<void> => {
    drafts.edit(sessionKey, { text: entry.content, media: entry.media ?? [] });
    await remove(entry.id);
  };
  const pause = async (): Promise<void> =>
    tell(await client.request("queue.pause", { sessionKey, paused: !queuePaused }));

  return (
    <ul className="queue-list" aria-label={text("queue.title")}>
      {queue.map((entry, index) => (
        <li key={entry.id} className="queue">
          <ListPlus className="i s" aria-hidden="true" />
          <span className="meta">{text(wordOf(entry, queuePaused))}</span>
          <span className="grow cut">{entry.content}</span>
          {index === 0 ? null : (
            <IconButton size="small" label={text("queue.moveUp")} onClick={() => void moveUp(index)}>
              <ArrowUp className="i s" aria-hidden="true" />
            </IconButton>
          )}
          <IconButton size="small" label={text("queue.edit")} onClick={() => void edit(entry)}>
            <Pencil className="i s" aria-hidden="true" />
          </IconButton>
          {index > 0 ? null : (
            <IconButton
              size="small"
              label={text(queuePaused ? "queue.resume" : "queue.pause")}
              onClick={() => void pause()}
            >
              {queuePaused ? <Play className="i s" aria-hidden="true" /> : <Pause className="i s" aria-hidden="true" />}
            </IconButton>
          )}
          <IconButton size="small" label={text("queue.remove")} onClick={() => void remove(entry.id)}>
            <X className="i s" aria-hidden="true" />
          </IconButton>
        </li>
      ))}
    </ul>
  );
}

function wordOf({ whenBusy }: QueuedMessage, isPaused: boolean): TextKey {
  if (isPaused) return "queue.held";
  return whenBusy === "steer" ? "queue.steers" : "queue.next";
}
