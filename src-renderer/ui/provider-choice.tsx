import type { ProviderRow } from "../../src-preload/contract/providers.ts";
import { Select } from "./select.tsx";
import { text } from "./text.ts";
import { TextField } from "./text-field.tsx";

interface ProviderChoiceProps {
  readonly rows: readonly ProviderRow[];
  /** Undefined while none is chosen. */
  readonly row: ProviderRow | undefined;
  /** Null where the provider has one. */
  readonly address: string | null;
  readonly problem: string | null;
  /** Null: the key shall tell it. */
  readonly onChoose: (provider: string | null) => void;
  readonly onAddress: (address: string) => void;
}

/** Whose a key is, and the address where nothing else tells it. */
export function ProviderChoice({ rows, row, address, problem, onChoose, onAddress }: ProviderChoiceProps) {
  return (
    <>
      <Select
        label={text("connection.provider")}
        value={row?.name ?? ""}
        onChoose={(name) => onChoose(name === "" ? null : name)}
      >
        <option value="">{text("connection.chooseProvider")}</option>
        {rows.map(({ name, title }) => (
          <option key={name} value={name}>
            {title}
          </option>
        ))}
      </Select>
      {address === null ? null : (
        <TextField
          label={text("connection.address")}
          value={address}
          placeholder="https://host/v1"
          problem={problem}
          onChange={onAddress}
        />
      )}
    </>
  );
}
