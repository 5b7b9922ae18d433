import { useState } from "react";
import type { UndoSpace } from "../../../src-preload/contract/changes.ts";
import type { Settings } from "../../../src-preload/contract/settings.ts";
import { usePick, useWindow } from "../../state/context.ts";
import { byteCount } from "../../ui/amounts.ts";
import { KeptInput } from "../../ui/kept-input.tsx";
import { type TextKey, text } from "../../ui/text.ts";
import { Card } from "./card.tsx";
import { Field } from "./field.tsx";

type Undo = Settings["tools"]["undo"];

/** What is kept so that runs can be reverted, and how much and how long. */
export function UndoCard({ undo }: { readonly undo: Undo }) {
  const space = usePick(useWindow().system.store, ({ undoSpace }) => undoSpace);
  return (
    <Card title={text("settings.undo")}>
      <Field label={text("settings.undoUsed")} hint={space === null ? "" : usedWords(space)}>
        {null}
      </Field>
      <LimitField label="settings.undoRoom" hint={text("settings.undoRoomHint")} name="maxMegabytes" undo={undo} />
      <LimitField label="settings.undoDays" name="days" undo={undo} />
    </Card>
  );
}

function usedWords({ used, runs, oldest }: UndoSpace): string {
  if (oldest === null) return text("settings.undoNone");
  const size = byteCount(used);
  const day = new Date(oldest).toLocaleDateString();
  return runs === 1
    ? text("settings.undoUsedHint", { size })
    : text("settings.undoOldestHint", { size, count: runs, day });
}

interface LimitFieldProps {
  readonly label: TextKey;
  readonly hint?: string;
  readonly name: keyof Undo & ("maxMegabytes" | "days");
  readonly undo: Undo;
}

function LimitField({ label, hint, name, undo }: LimitFieldProps) {
  const { agent } = useWindow();
  const [isBad, setBad] = useState(false);
  const keep = (words: string): void => {
    const isGood = /^[1-9]\d{0,8}$/.test(words);
    setBad(!isGood);
    if (isGood) void agent.update({ tools: { undo: { [name]: Number(words) } } });
  };
  return (
    <Field label={text(label)} {...(hint === undefined ? {} : { hint })}>
      <KeptInput
        label={text(label)}
        value={String(undo[name])}
        problem={isBad ? text("settings.undoBad") : null}
        onKeep={keep}
        onBack={() => setBad(false)}
        required
      />
    </Field>
  );
}
