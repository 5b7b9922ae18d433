interface FieldProblemProps {
  /** For `aria-describedby` of the field. */
  readonly id?: string;
  /** Null where nothing is wrong. */
  readonly words: string | null;
}

/** What is wrong with a field, right below it. */
export function FieldProblem({ id, words }: FieldProblemProps) {
  return words === null ? null : (
    <small id={id} className="field-problem" role="alert">
      {words}
    </small>
  );
}
