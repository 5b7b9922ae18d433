import { lazy, Suspense, useCallback, useEffect, useRef, useState } from "react";
import { revealLine } from "../../../src-preload/contract/reveal-controls.ts";
import type { KnowledgeText } from "../../../src-preload/contract/window.ts";
import { z } from "../../../src-preload/contract/zod.ts";
import { useWindow } from "../../state/context.ts";
import { tokenCount } from "../../ui/amounts.ts";
import { Button } from "../../ui/button.tsx";
import { keyWords } from "../../ui/keys.ts";
import { text } from "../../ui/text.ts";

const Editor = lazy(async () => ({ default: (await import("./monaco-editor.tsx")).MonacoEditor }));
const Compare = lazy(async () => ({ default: (await import("./monaco-compare.tsx")).MonacoCompare }));

type Loaded =
  | { readonly kind: "loading" }
  | { readonly kind: "failed"; readonly message: string }
  | { readonly kind: "ready"; readonly file: KnowledgeText };

const conflictSchema = z.object({ text: z.string(), version: z.string().nullable() });
type Conflict = z.infer<typeof conflictSchema>;

/** One file in the editor: saved on request, compared when the disk has another one meanwhile. */
export function KnowledgeEditor({ path }: { readonly path: string }) {
  const { client, notify, unsaved } = useWindow();
  const [loaded, setLoaded] = useState<Loaded>({ kind: "loading" });
  const [words, setWords] = useState("");
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const [saving, setSaving] = useState(false);
  const inFlight = useRef(false);
  /** What stands in the editor now: a key that saves may come before the last letter was drawn. */
  const latest = useRef("");
  const show = useCallback((file: KnowledgeText, next: string): void => {
    latest.current = next;
    setLoaded({ kind: "ready", file });
    setWords(next);
  }, []);

  useEffect(() => {
    const kept = unsaved.get(path);
    if (kept !== undefined) {
      show(kept.file, kept.words);
      return;
    }
    void client.request("knowledge.read", { path }).then((read) => {
      if (!read.ok) return setLoaded({ kind: "failed", message: read.error.message });
      show(read.value, read.value.text);
    });
  }, [client, path, unsaved, show]);

  const file = loaded.kind === "ready" ? loaded.file : null;
  const isChanged = file !== null && words !== file.text;

  const keep = (file: KnowledgeText, next: string): void => {
    if (next === file.text) unsaved.delete(path);
    else unsaved.set(path, { file, words: next });
  };

  const change = (next: string): void => {
    latest.current = next;
    setWords(next);
    if (file !== null) keep(file, next);
  };

  const save = async (base: string | null): Promise<void> => {
    // The key pressed twice would have the second save on a version that the first has just replaced.
    if (inFlight.current) return;
    inFlight.current = true;
    setSaving(true);
    const saved = await client.request("knowledge.save", { path, text: latest.current, base });
    inFlight.current = false;
    setSaving(false);
    if (saved.ok) {
      // Typing goes on while a file is written.
      keep(saved.value, latest.current);
      setLoaded({ kind: "ready", file: saved.value });
      setConflict(null);
      notify(text("knowledge.saved"));
      return;
    }
    const other = conflictSchema.safeParse(saved.error.data);
    if (saved.error.code === "conflict" && other.success) setConflict(other.data);
    else notify(saved.error.message, "failed");
  };
  const onSave = useRef(save);
  onSave.current = save;

  const takeTheirs = (): void => {
    if (conflict === null || file === null) return;
    unsaved.delete(path);
    show({ ...file, text: conflict.text, version: conflict.version ?? "" }, conflict.text);
    setConflict(null);
  };

  return (
    <>
      <header className="bar line">
        <h1 className="cut">{revealLine(path)}</h1>
        {isChanged ? <span className="chip">{text("knowledge.unsaved")}</span> : null}
        <span className="grow" />
        {file === null ? null : (
          <span className="meta sm num">
            {text("knowledge.tokens", { count: tokenCount(Math.ceil(words.length / 3.5)) })}
          </span>
        )}
        <Button
          kind="primary"
          keys={keyWords("Mod+S")}
          disabled={!isChanged || saving}
          onClick={() => void save(file?.version ?? null)}
        >
          {text("action.save")}
        </Button>
      </header>
      {conflict === null ? null : (
        <div className="banner note need" role="alert">
          <span className="grow">{text("knowledge.changedOnDisk")}</span>
          <Button size="small" onClick={takeTheirs}>
            {text("knowledge.takeTheirs")}
          </Button>
          <Button size="small" onClick={() => void save(conflict.version)}>
            {text("knowledge.keepMine")}
          </Button>
        </div>
      )}
      {loaded.kind === "failed" ? <p className="pad note fail">{loaded.message}</p> : null}
      <div className="editor">
        <Suspense fallback={<p className="pad meta">{text("action.loading")}</p>}>
          {file === null ? null : conflict === null ? (
            <Editor label={path} initial={words} onChange={change} onSave={() => void onSave.current(file.version)} />
          ) : (
            <Compare mine={words} theirs={conflict.text} />
          )}
        </Suspense>
      </div>
    </>
  );
}
