import { KeyRound } from "lucide-react";
import { useState } from "react";
import { usePick, useWindow } from "../../state/context.ts";
import { useDetectedKey } from "../../state/detected-key.ts";
import { Button } from "../../ui/button.tsx";
import { detectedWords } from "../../ui/detected-words.ts";
import { Select } from "../../ui/select.tsx";
import { text } from "../../ui/text.ts";

/** A key and whose it is; an address where nothing else tells it. */
export function AddForm({ onAdded }: { readonly onAdded: (provider: string) => void }) {
  const { connections, providers } = useWindow();
  const rows = usePick(providers.store, (state) => state.rows).filter(
    ({ kind }) => kind !== "local" && kind !== "practice",
  );
  const [key, setKey] = useState("");
  const [chosen, setChosen] = useState<string | null>(null);
  const [address, setAddress] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const detected = useDetectedKey(key);
  const name = chosen ?? detected?.name ?? "";
  const row = rows.find((one) => one.name === name);
  const needsAddress = row !== undefined && (row.kind === "custom" || row.apiBase === null);
  // What is set up already would be overwritten: its own page changes it.
  const isTaken = row?.isSetUp === true;
  const isReady =
    row !== undefined && !isTaken && (key.trim() !== "" || needsAddress) && (!needsAddress || address.trim() !== "");
  const add = async (): Promise<void> => {
    if (!isReady) return;
    const saved = await connections.save({
      name,
      ...(key.trim() === "" ? {} : { apiKey: key.trim() }),
      ...(needsAddress ? { apiBase: address.trim() } : {}),
    });
    if (saved.ok) onAdded(saved.value.provider.name);
    else setProblem(saved.error.message);
  };
  return (
    <form
      className="in stack"
      onSubmit={(event) => {
        event.preventDefault();
        void add();
      }}
    >
      <div className="form-field">
        <label className="input">
          <KeyRound className="i s" aria-hidden="true" />
          <input
            type="password"
            autoComplete="off"
            aria-label={text("first.key")}
            placeholder={text("first.paste")}
            value={key}
            onChange={(event) => setKey(event.target.value)}
          />
        </label>
        <small role="status">{detectedWords(detected, rows)}</small>
      </div>
      <Select
        label={text("connection.provider")}
        value={name}
        onChoose={(next) => setChosen(next === "" ? null : next)}
      >
        <option value="">{text("connection.chooseProvider")}</option>
        {rows.map((one) => (
          <option key={one.name} value={one.name}>
            {one.title}
          </option>
        ))}
      </Select>
      {isTaken ? (
        <p className="note need" role="status">
          {text("connection.isSetUp", { provider: row.title })}
        </p>
      ) : null}
      {needsAddress && !isTaken ? (
        <label className="input">
          <span className="sr">{text("connection.address")}</span>
          <input
            className="mono"
            value={address}
            placeholder="https://host/v1"
            onChange={(event) => setAddress(event.target.value)}
          />
        </label>
      ) : null}
      {problem === null ? null : (
        <p className="note fail" role="alert">
          {problem}
        </p>
      )}
      <div className="row">
        <small className="meta grow">{text("connection.keyHint")}</small>
        <Button kind="primary" type="submit" disabled={!isReady}>
          {text("connection.addIt")}
        </Button>
      </div>
    </form>
  );
}
