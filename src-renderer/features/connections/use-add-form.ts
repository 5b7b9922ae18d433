import { useState } from "react";
import { usePick, useWindow } from "../../state/context.ts";
import { type FormProblem, formProblem, otherProblem } from "../../state/form-problem.ts";
import { useKeyDraft } from "../../state/use-key-draft.ts";

/** Endpoints of one's own: the first has this name, every other one a name that is given to it here. */
const customName = "custom";

/** A provider that is being added: its key, its address, and its name where it needs one. */
export function useAddForm(onAdded: (provider: string) => void) {
  const { connections, providers } = useWindow();
  const known = usePick(providers.store, (state) => state.rows);
  const [name, setName] = useState("");
  const draft = useKeyDraft(connections.draft);
  const [problem, setProblem] = useState<FormProblem | null>(null);
  const { row, needsAddress } = draft;
  const isAnother = row?.name === customName && row.isSetUp;
  const isNameTaken = isAnother && known.some((other) => other.name.toLowerCase() === name.trim().toLowerCase());
  // What is set up already would be overwritten: its own page changes it.
  const isTaken = row?.isSetUp === true && !isAnother;
  const hasAddress = needsAddress && !isTaken;
  const canAdd = !isTaken && draft.isWhole && (!isAnother || (name.trim() !== "" && !isNameTaken));
  return {
    draft,
    name,
    problem,
    isAnother,
    isNameTaken,
    hasAddress,
    canAdd,
    /** The title of one that is set up already; null for any other. */
    taken: isTaken ? row.title : null,
    /** What is wrong with no field that is shown. */
    rest: otherProblem(problem, ["apiKey", ...(hasAddress ? ["apiBase"] : []), ...(isAnother ? ["name"] : [])]),
    change(typed: Parameters<typeof connections.draft.change>[0]): void {
      setProblem(null);
      connections.draft.change(typed);
    },
    rename(typed: string): void {
      setProblem(null);
      setName(typed);
    },
    async add(): Promise<void> {
      if (row === undefined || !canAdd) return;
      const saved = await connections.save({ name: isAnother ? name.trim() : row.name, ...draft.input });
      if (saved.ok) onAdded(saved.value.provider.name);
      else setProblem(formProblem(saved.error));
    },
  };
}
