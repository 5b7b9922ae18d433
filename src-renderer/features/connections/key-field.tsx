import type { ProviderRow } from "../../../src-preload/contract/providers.ts";
import { usePick, useWindow } from "../../state/context.ts";
import { text } from "../../ui/text.ts";
import { SecretField } from "./secret-field.tsx";
import { useKeyHint } from "./use-key-hint.ts";

/** Where the key comes from, in words. The key itself is never shown. */
function keyWords({ key }: ProviderRow): string {
  switch (key.kind) {
    case "none":
      return text("connection.key.none");
    case "not-needed":
      return text("connection.key.notNeeded");
    case "environment":
      return text("connection.key.environment", { variable: key.variable });
    case "stored":
      return text(key.place === "key-store" ? "connection.key.stored" : "connection.key.inFile");
    case "lost":
      return text("connection.key.lost");
    case "settings":
      return text("connection.key.settings");
    default: {
      const never: never = key;
      return never;
    }
  }
}

export function KeyField({ row }: { readonly row: ProviderRow }) {
  const { connections } = useWindow();
  const isOn = usePick(connections.store, (state) => state.keyOf === row.name);
  const hint = useKeyHint();
  return (
    <SecretField
      label={text("first.key")}
      inputLabel={text("connection.keyOf", { name: row.title })}
      place={keyWords(row)}
      hint={hint}
      hasOwn={["stored", "lost", "settings"].includes(row.key.kind)}
      typing={{ isOn, set: (on) => connections.typeKey(on ? row.name : null) }}
      onSave={async (apiKey) => {
        const saved = await connections.save({ name: row.name, apiKey });
        return saved.ok ? null : saved.error.message;
      }}
    />
  );
}
