import type { StoreApi } from "zustand/vanilla";
import type { ContractError } from "../../src-preload/contract/errors.ts";
import { isRecord } from "../../src-preload/contract/own-value.ts";
import type { AsyncResult } from "../../src-preload/contract/result.ts";
import type { KnowledgeText } from "../../src-preload/contract/window.ts";
import { type TextKey, text } from "../ui/text.ts";
import { createCrossings } from "./crossing.ts";
import { type Load, loaded } from "./load.ts";
import { isDone, type Notify } from "./notices.ts";

/** As much of a file as an editor needs. */
export interface TextOnDisk {
  readonly text: string;
  readonly version: string;
}

/** Where files are read and saved, by their names; a `conflict` has what lies there in its data. */
export interface FileSource<File extends TextOnDisk> {
  read(name: string): AsyncResult<File>;
  save(name: string, words: string, base: string | null): AsyncResult<File>;
}

/** What the disk has in place of what was edited. */
export interface Conflict {
  readonly text: string;
  readonly version: string | null;
}

/** A file that is being edited. */
export interface EditedFile<File extends TextOnDisk = KnowledgeText> {
  /** As it was read or saved last. */
  readonly file: File;
  /** As it is in the editor. */
  readonly words: string;
  readonly conflict: Conflict | null;
  readonly isSaving: boolean;
  /** Rises where the disk has other words than the editor shows, which nobody has changed there: it is to show them. */
  readonly revision: number;
}

export type EditedPage<File extends TextOnDisk> = Load<EditedFile<File>>;
export type KnowledgePage = EditedPage<KnowledgeText>;

export interface EditedFiles<File extends TextOnDisk = KnowledgeText> {
  /** By the name of the file: what is shown, and those with words that are not saved. */
  readonly pages: Readonly<Record<string, EditedPage<File>>>;
}

/** Reads and changes what is in the editor. */
export function createPages<File extends TextOnDisk, State extends EditedFiles<File>>(
  source: FileSource<File>,
  store: StoreApi<State>,
) {
  const reading = createCrossings<string>();
  const set = (path: string, page: EditedPage<File>): void =>
    store.setState((state) => ({ ...state, pages: { ...state.pages, [path]: page } }));
  const editedFile = (path: string): EditedFile<File> | null => {
    const page = store.getState().pages[path];
    return page?.kind === "ready" ? page : null;
  };
  return {
    editedFile,
    set,
    /** Nothing of it is kept any more. */
    drop(path: string): void {
      reading.drop(path);
      store.setState((state) => {
        const { [path]: _gone, ...pages } = state.pages;
        return { ...state, pages };
      });
    },
    edit(path: string, part: Partial<EditedFile<File>>): void {
      const edited = editedFile(path);
      if (edited !== null) set(path, { kind: "ready", ...edited, ...part });
    },
    async read(path: string): Promise<void> {
      set(path, { kind: "loading" });
      const came = await reading.of(path).ask(() => source.read(path));
      if (came !== null)
        set(
          path,
          loaded(came.answer, (file) => fresh(file)),
        );
    },
    /** The file may be another one now: where nothing is unsaved, it is shown as it is. */
    async follow(path: string): Promise<void> {
      if (!isClean(editedFile(path))) return;
      const came = await reading.of(path).ask(() => source.read(path));
      const now = editedFile(path);
      if (came === null || now === null || !isClean(now)) return;
      const { answer } = came;
      if (!answer.ok) set(path, { kind: "failed", message: answer.error.message });
      else if (answer.value.version !== now.file.version) {
        set(path, { kind: "ready", ...shownAnew(now, answer.value) });
      }
    },
    dropSaved(): void {
      const unsaved = Object.entries(store.getState().pages).filter(([, page]) => isUnsaved(page));
      store.setState((state) => ({ ...state, pages: Object.fromEntries(unsaved) }));
    },
  };
}

/** What the disk has, for an editor in which nothing is changed. */
export function shownAnew<File extends TextOnDisk>(edited: EditedFile<File>, file: File): EditedFile<File> {
  return { ...fresh(file), revision: edited.revision + 1 };
}

export type EditorPages<File extends TextOnDisk> = ReturnType<typeof createPages<File, EditedFiles<File>>>;

function fresh<File extends TextOnDisk>(file: File): EditedFile<File> {
  return { file, words: file.text, conflict: null, isSaving: false, revision: 0 };
}

function conflictOf(data: unknown): Conflict | null {
  if (!isRecord(data)) return null;
  const { text: words, version } = data;
  if (typeof words !== "string" || (typeof version !== "string" && version !== null)) return null;
  return { text: words, version };
}

/** Nothing of it is the person's alone. */
export function isClean(edited: EditedFile<TextOnDisk> | null): boolean {
  return edited !== null && edited.words === edited.file.text && edited.conflict === null && !edited.isSaving;
}

export function isUnsaved(page: EditedPage<TextOnDisk>): boolean {
  return page.kind === "ready" && page.words !== page.file.text;
}

/** What a person does with the files. What is typed and not saved stays until the window is closed. */
export function createEditedFiles<File extends TextOnDisk>(
  { editedFile, set, edit, read, follow, dropSaved }: EditorPages<File>,
  source: FileSource<File>,
  notify: Notify,
) {
  async function save(path: string, base: string | null, said: TextKey = "knowledge.saved"): Promise<void> {
    const edited = editedFile(path);
    // The key pressed twice would have the second save on a version that the first has just replaced.
    if (edited === null || edited.isSaving) return;
    edit(path, { isSaving: true });
    const saved = await source.save(path, edited.words, base);
    edit(path, { isSaving: false });
    if (!saved.ok) return refused(path, saved.error);
    // Typing goes on while a file is written.
    edit(path, { file: saved.value, conflict: null });
    notify(text(said));
  }

  /** The file is not there any more: nothing of it is in the editor. */
  async function bringBack(path: string, words: string): Promise<void> {
    const saved = await source.save(path, words, null);
    if (!isDone(saved, notify)) return;
    set(path, { kind: "ready", ...fresh(saved.value) });
    notify(text("knowledge.restored"));
  }

  function refused(path: string, error: ContractError): void {
    const conflict = error.code === "conflict" ? conflictOf(error.data) : null;
    if (conflict !== null) edit(path, { conflict });
    else notify(error.message, "failed");
  }

  return {
    /** Shows a file: with the words that were typed and not saved, else as it is now. */
    async open(path: string): Promise<void> {
      dropSaved();
      if (editedFile(path) === null) await read(path);
      else edit(path, { conflict: null });
    },
    follow,
    write: (path: string, words: string): void => edit(path, { words }),
    save: (path: string) => save(path, editedFile(path)?.file.version ?? null),
    /**
     * Puts an earlier content into the editor and saves it. What was typed and not saved is saved first, so that it is a
     * version too; where that does not work, nothing else is done.
     */
    async restore(path: string, words: string): Promise<void> {
      const before = editedFile(path);
      if (before === null) return bringBack(path, words);
      if (before.words !== before.file.text) await save(path, before.file.version);
      const saved = editedFile(path);
      if (saved === null || !isClean(saved)) return;
      edit(path, { words, revision: saved.revision + 1 });
      await save(path, saved.file.version, "knowledge.restored");
    },
    /** In place of what the disk has. */
    keepMine: (path: string) => save(path, editedFile(path)?.conflict?.version ?? null),
    takeTheirs(path: string): void {
      const edited = editedFile(path);
      if (edited === null || edited.conflict === null) return;
      const { text: words, version } = edited.conflict;
      edit(path, fresh({ ...edited.file, text: words, version: version ?? "" }));
    },
  };
}
