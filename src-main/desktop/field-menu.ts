import type { ContextMenuParams, MenuItemConstructorOptions } from "electron";
import { text } from "../words.ts";

export type FieldFacts = Pick<
  ContextMenuParams,
  "isEditable" | "selectionText" | "misspelledWord" | "dictionarySuggestions" | "editFlags"
>;

interface FieldActs {
  readonly replace: (word: string) => void;
  readonly learn: (word: string) => void;
}

type Item = MenuItemConstructorOptions;
const separator: Item = { type: "separator" };
const mostSuggestions = 5;

/** The menu of a field, or of words that are marked; empty where there is nothing to do. */
export function fieldMenu(field: FieldFacts, { replace, learn }: FieldActs): Item[] {
  const { isEditable, selectionText, misspelledWord, dictionarySuggestions, editFlags } = field;
  const copy: Item = { role: "copy", label: text("desktop.menu.copy"), enabled: editFlags.canCopy };
  if (!isEditable) return selectionText.trim() === "" ? [] : [copy];
  const suggestions: Item[] = dictionarySuggestions
    .slice(0, mostSuggestions)
    .map((word) => ({ label: word.replaceAll("&", "&&"), click: () => replace(word) }));
  const none: Item = { label: text("desktop.menu.noSuggestion"), enabled: false };
  const spelling: Item[] =
    misspelledWord === ""
      ? []
      : [
          ...(suggestions.length === 0 ? [none] : suggestions),
          { label: text("desktop.menu.learn"), click: () => learn(misspelledWord) },
          separator,
        ];
  return [
    ...spelling,
    { role: "undo", label: text("desktop.menu.undo"), enabled: editFlags.canUndo },
    { role: "redo", label: text("desktop.menu.redo"), enabled: editFlags.canRedo },
    separator,
    { role: "cut", label: text("desktop.menu.cut"), enabled: editFlags.canCut },
    copy,
    { role: "paste", label: text("desktop.menu.paste"), enabled: editFlags.canPaste },
    { role: "selectAll", label: text("desktop.menu.selectAll"), enabled: editFlags.canSelectAll },
  ];
}
