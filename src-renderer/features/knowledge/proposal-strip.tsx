import { Lightbulb } from "lucide-react";
import { useId, useState } from "react";
import { usePick, useWindow } from "../../state/context.ts";
import { isUnsaved, type KnowledgePage } from "../../state/edited-files.ts";
import { Button } from "../../ui/button.tsx";
import noteStyles from "../../ui/note.module.css";
import { proposedWords } from "../../ui/proposed-words.ts";
import { text } from "../../ui/text.ts";
import { ProposalItem } from "./proposal-item.tsx";
import styles from "./proposal-strip.module.css";

/** How many changes of the memory wait, and each of them once it is opened. Nothing where none waits. */
export function ProposalStrip({ page }: { readonly page: KnowledgePage }) {
  const { proposals } = useWindow();
  const { waiting, error } = usePick(proposals.store, (state) => state);
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  if (error !== null) {
    return (
      <div className={`${noteStyles.banner} ${noteStyles.failed}`} role="alert">
        <span className="grow">{error}</span>
        <Button size="small" onClick={() => void proposals.load()}>
          {text("action.again")}
        </Button>
      </div>
    );
  }
  if (waiting.length === 0) return null;
  return (
    <section className={styles.strip} aria-label={text("knowledge.proposals")}>
      <div className={styles.head}>
        <Lightbulb className="icon" aria-hidden="true" />
        <span className="grow medium" role="status">
          {proposedWords(waiting.length)}
        </span>
        <Button size="small" aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
          {text(isOpen ? "knowledge.hideProposals" : "knowledge.showProposals")}
        </Button>
      </div>
      <div id={id} className={styles.body} hidden={!isOpen}>
        {isOpen ? <ProposalList canAccept={!isUnsaved(page)} /> : null}
      </div>
    </section>
  );
}

/** What is accepted changes the file: what was typed in it is saved first. */
function ProposalList({ canAccept }: { readonly canAccept: boolean }) {
  const { proposals, notify } = useWindow();
  const { waiting, deciding } = usePick(proposals.store, (state) => state);
  const [edited, setEdited] = useState<readonly string[]>([]);
  // What is typed there would be lost.
  const isEditing = waiting.some(({ id }) => edited.includes(id));
  const acceptAll = async (): Promise<void> => {
    const wrong = await proposals.acceptAll();
    if (wrong === null) notify(text("knowledge.acceptedAll"));
    else notify(wrong, "failed");
  };
  return (
    <>
      {canAccept ? null : <p className={`${styles.first} small tone-needs`}>{text("knowledge.saveFirst")}</p>}
      <ul className={styles.list} aria-label={text("knowledge.proposals")}>
        {waiting.map((proposal) => (
          <ProposalItem
            key={proposal.id}
            proposal={proposal}
            canAccept={canAccept}
            isDeciding={deciding.includes(proposal.id)}
            isEdited={edited.includes(proposal.id)}
            onEdit={(isEdited) => {
              const others = edited.filter((id) => id !== proposal.id);
              setEdited(isEdited ? [...others, proposal.id] : others);
            }}
          />
        ))}
      </ul>
      {waiting.length < 2 ? null : (
        <div className={styles.foot}>
          <Button
            size="small"
            disabled={!canAccept || isEditing || deciding.length > 0}
            onClick={() => void acceptAll()}
          >
            {text("knowledge.acceptAll")}
          </Button>
        </div>
      )}
    </>
  );
}
