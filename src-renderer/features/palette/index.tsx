import { Search } from "lucide-react";
import { Dialog } from "radix-ui";
import { revealLine } from "../../../src-preload/contract/reveal-controls.ts";
import { usePick, useWindow } from "../../state/context.ts";
import { keyWords } from "../../ui/keys.ts";
import { MarkedLetters } from "../../ui/marked-letters.tsx";
import { Modal } from "../../ui/modal.tsx";
import { type TextKey, text } from "../../ui/text.ts";
import { useCombobox } from "../../ui/use-combobox.ts";
import { type Entry, readQuery, sectionsFor } from "./entries.ts";
import { icons } from "./icons.ts";
import styles from "./palette.module.css";
import { type PaletteCommand, useEntries, useSigns } from "./use-entries.ts";

export { KeySheet } from "./key-sheet.tsx";

interface PaletteProps {
  /** What can be done at the moment when it is asked. */
  readonly commandsNow: () => readonly PaletteCommand[];
}

/** Everything by name: chats, pages, commands, models, files. `>` commands, `@` files, `#` chats, `?` help. */
export function Palette({ commandsNow }: PaletteProps) {
  const { overlay } = useWindow();
  const isOpen = usePick(overlay.store, ({ kind }) => kind === "palette");
  return (
    <Modal isOpen={isOpen} onClose={overlay.close} className={styles.palette} label={text("palette.title")}>
      <Dialog.Title className="screen-reader">{text("palette.title")}</Dialog.Title>
      <OpenPalette commandsNow={commandsNow} />
      <Hints />
    </Modal>
  );
}

function OpenPalette({ commandsNow }: PaletteProps) {
  const { overlay, palette } = useWindow();
  const query = usePick(palette.store, (state) => state.query);
  const { search } = readQuery(query);
  const sections = sectionsFor(query, useEntries(commandsNow(), Date.now()), useSigns());
  const entries = sections.flatMap((section) => section.entries);
  const box = useCombobox({
    items: entries,
    keyOf: ({ id }) => id,
    typed: query,
    onPick: ({ run, staysOpen = false }) => {
      if (!staysOpen) overlay.close();
      run();
    },
  });
  return (
    <>
      <div className={styles.ask}>
        <Search className="icon" aria-hidden="true" />
        <input
          {...box.field}
          role="combobox"
          aria-expanded={entries.length > 0}
          aria-label={text("palette.placeholder")}
          placeholder={text("palette.placeholder")}
          autoComplete="off"
          spellCheck={false}
          value={query}
          onChange={(event) => void palette.ask(event.target.value)}
          onKeyDown={box.onKeyDown}
        />
        <kbd className="key-cap" aria-hidden="true">
          esc
        </kbd>
      </div>
      {entries.length === 0 ? <p className={styles.none}>{text("palette.none")}</p> : null}
      <div
        {...box.list}
        role="listbox"
        className={styles.list}
        aria-label={text("palette.title")}
        hidden={entries.length === 0}
      >
        {sections.map((section) => (
          <div
            key={section.title ?? ""}
            role="group"
            aria-label={section.title === null ? undefined : text(section.title)}
          >
            {section.title === null ? null : (
              <div className={styles.heading} aria-hidden="true">
                {text(section.title)}
              </div>
            )}
            {section.entries.map((entry) => (
              <div key={entry.id} {...box.option(entries.indexOf(entry))} className={styles.item}>
                <EntryRow entry={entry} search={search} />
              </div>
            ))}
          </div>
        ))}
      </div>
    </>
  );
}

function EntryRow({ entry, search }: { readonly entry: Entry; readonly search: string }) {
  const { kind, label, detail, side, keys, isMono = false } = entry;
  const Icon = icons[kind];
  return (
    <>
      <Icon className="icon" aria-hidden="true" />
      <span className={`${styles.name} cut${isMono ? " mono" : ""}`} dir="auto">
        <MarkedLetters words={label} typed={search} />
      </span>
      <span className={`${styles.detail} meta small cut`} dir="auto">
        {revealLine(detail)}
      </span>
      {side === "" ? null : <span className={`${styles.side} meta small number`}>{side}</span>}
      {keys === "" ? null : <kbd aria-hidden="true">{keyWords(keys)}</kbd>}
    </>
  );
}

function Hints() {
  return (
    <div className={styles.hint} aria-hidden="true">
      <Hint sign=">" words="palette.hintCommands" />
      <Hint sign="@" words="palette.hintFiles" />
      <Hint sign="#" words="palette.hintChats" />
      <Hint sign="?" words="palette.hintHelp" />
      <span className="grow" />
      <Hint sign="↑↓" words="palette.hintMove" />
      <Hint sign="↵" words="palette.hintOpen" />
    </div>
  );
}

function Hint({ sign, words }: { readonly sign: string; readonly words: TextKey }) {
  return (
    <span>
      <kbd>{sign}</kbd> {text(words)}
    </span>
  );
}
