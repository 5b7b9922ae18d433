import type { ProviderRow } from "../../../src-preload/contract/providers.ts";
import { hiddenValue } from "../../state/connections.ts";
import { useWindow } from "../../state/context.ts";
import { text } from "../../ui/text.ts";
import { type Values, ValuesField } from "./values-field.tsx";

/** Headers that go with every request. A value is not shown; one that is not touched stays as it is. */
export function HeadersField({ row }: { readonly row: ProviderRow }) {
  const { connections } = useWindow();
  const save = (values: Values) => {
    const shown = Object.entries(values).map(([name, value]) => [name, value ?? hiddenValue]);
    return connections.save({ name: row.name, extraHeaders: Object.fromEntries(shown) });
  };
  return (
    <ValuesField
      label={text("connection.headers")}
      values={Object.keys(row.extraHeaders).map((name) => ({ name, where: "", isLost: false }))}
      fields={{ name: "headerName", value: "headerValue" }}
      add="connection.addHeader"
      hint=""
      isSecret={false}
      ignoresCase
      onSave={save}
    />
  );
}
