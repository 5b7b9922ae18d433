import { useState } from "react";
import { draftOf, emptyDraft, type ServerDraft } from "../../../state/mcp-draft.ts";
import { Button } from "../../../ui/button.tsx";
import dialogStyles from "../../../ui/dialog.module.css";
import { Segments } from "../../../ui/segments.tsx";
import { type TextKey, text } from "../../../ui/text.ts";
import { AppsForm } from "./apps-form.tsx";
import { BundleForm } from "./bundle-form.tsx";
import { CatalogueForm } from "./catalogue-form.tsx";
import styles from "./draft.module.css";
import { AddedDraft, DraftForm } from "./draft-form.tsx";
import { PasteForm } from "./paste-form.tsx";
import sourcesStyles from "./sources.module.css";

type Way = "paste" | "catalogue" | "apps" | "bundle";

const ways: readonly (readonly [Way, TextKey])[] = [
  ["paste", "mcpServer.way.paste"],
  ["catalogue", "mcpServer.way.catalogue"],
  ["apps", "mcpServer.way.apps"],
  ["bundle", "mcpServer.way.bundle"],
];

interface AddServerProps {
  readonly onAdded: (name: string) => void;
}

/** What is looked at before it is added; null while it is being pasted. */
interface Looked {
  readonly drafts: readonly ServerDraft[];
  readonly from: "paste" | "hand" | "catalogue";
}

const backWords: Readonly<Record<Looked["from"], TextKey>> = {
  paste: "mcpServer.pasteAnother",
  hand: "mcpServer.pasteInstead",
  catalogue: "mcpServer.catalogue.back",
};

/** Pasted as its makers show it, or filled in by hand; nothing is started before one has looked at it. */
export function AddServer({ onAdded }: AddServerProps) {
  const [pasted, setPasted] = useState("");
  const [way, setWay] = useState<Way>("paste");
  const [looked, setLooked] = useState<Looked | null>(null);
  if (looked !== null) return <Review looked={looked} onBack={() => setLooked(null)} onAdded={onAdded} />;
  return (
    <>
      <div className={sourcesStyles.ways}>
        <Segments label={text("mcpServer.ways")} value={way} choices={ways} onChoose={setWay} />
      </div>
      {way === "paste" ? (
        <PasteForm
          pasted={pasted}
          onPaste={setPasted}
          onRead={(drafts) => setLooked({ drafts: drafts.map(draftOf), from: "paste" })}
          onByHand={() => setLooked({ drafts: [emptyDraft], from: "hand" })}
        />
      ) : null}
      {way === "catalogue" ? (
        <CatalogueForm onLook={({ drafts }) => setLooked({ drafts: drafts.map(draftOf), from: "catalogue" })} />
      ) : null}
      {way === "apps" ? <AppsForm onAdded={onAdded} /> : null}
      {way === "bundle" ? <BundleForm onAdded={onAdded} /> : null}
    </>
  );
}

interface ReviewProps extends AddServerProps {
  readonly looked: Looked;
  readonly onBack: () => void;
}

/** One under the other; what was added last is gone to once none is left. */
function Review({ looked: { drafts, from }, onBack, onAdded }: ReviewProps) {
  const [added, setAdded] = useState<ReadonlyMap<number, string>>(new Map());
  const add = (index: number, name: string): void => {
    const next = new Map([...added, [index, name]]);
    if (next.size === drafts.length) onAdded(name);
    else setAdded(next);
  };
  const back = (
    <Button kind="ghost" onClick={onBack}>
      {text(backWords[from])}
    </Button>
  );
  return (
    <div className={`${dialogStyles.body} stack ${styles.drafts}`}>
      {drafts.map((draft, index) => {
        const name = added.get(index);
        return name === undefined ? (
          <DraftForm
            key={String(index)}
            given={draft}
            isByHand={from === "hand"}
            isFirst={index === 0}
            foot={drafts.length === 1 ? back : null}
            onAdded={(saved) => add(index, saved)}
          />
        ) : (
          <AddedDraft key={String(index)} name={name} onOpen={() => onAdded(name)} />
        );
      })}
      {drafts.length === 1 ? null : <div className="row">{back}</div>}
    </div>
  );
}
