import { useEffect, useState } from "react";
import type { Part } from "../../../src-preload/contract/about.ts";
import { type About, createAbout, matchingParts, partKey } from "../../state/about.ts";
import { usePick, useWindow } from "../../state/context.ts";
import { Bones } from "../../ui/bones.tsx";
import { Disclosure } from "../../ui/disclosure.tsx";
import noteStyles from "../../ui/note.module.css";
import { SearchField } from "../../ui/search-field.tsx";
import { text } from "../../ui/text.ts";
import styles from "./parts-list.module.css";

/** What Perch is made of beside its own code, each with its licence. */
export function PartsList() {
  const about = useWindow().laterAbout.with(createAbout);
  const parts = usePick(about.store, (state) => state.parts);
  useEffect(() => void about.load(), [about]);
  if (parts.kind === "loading") return <Bones rows={3} />;
  if (parts.kind === "failed") return <Failed words={parts.message} />;
  return <Found about={about} parts={parts.parts} />;
}

function Found({ about, parts }: { readonly about: About; readonly parts: readonly Part[] }) {
  const [query, setQuery] = useState("");
  const found = matchingParts(parts, query);
  return (
    <div className={styles.parts}>
      <SearchField label={text("settings.partsSearch")} query={query} onSearch={setQuery} />
      <p className="meta small" role="status">
        {found.length === 0
          ? text("settings.partsNone", { query })
          : text("settings.partsCount", { count: found.length })}
      </p>
      <ul className={styles.list} aria-label={text("settings.parts")}>
        {found.map((part) => (
          <li key={partKey(part)}>
            <Disclosure label={text("settings.part", { name: partKey(part), licence: part.licence })}>
              <Licence about={about} part={part} />
            </Disclosure>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Licence({ about, part }: { readonly about: About; readonly part: Part }) {
  const licence = usePick(about.store, (state) => state.texts[partKey(part)]);
  useEffect(() => void about.loadText(part), [about, part]);
  if (licence === undefined || licence.kind === "loading") return <Bones rows={2} />;
  if (licence.kind === "failed") return <Failed words={licence.message} />;
  return (
    <pre className={styles.text} tabIndex={0} dir="ltr">
      {licence.text}
    </pre>
  );
}

function Failed({ words }: { readonly words: string }) {
  return (
    <p className={noteStyles.failed} role="alert">
      {words}
    </p>
  );
}
