/** The last line of `--json` where no run began: the same shape as a run's end. */
export function endLine(words: string, error: { readonly code: string; readonly message: string } | null): string {
  const failure = error === null ? {} : { error: { code: error.code, message: error.message } };
  return JSON.stringify({
    type: "run-end",
    reason: error === null ? "answer" : "error",
    text: words,
    usage: null,
    ...failure,
  });
}
