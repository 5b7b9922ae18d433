/*
 * Where the focus stands in a form: in its first field as it opens, and in the first wrong one after it was refused.
 */

const fields = "input:not([type=file]):not(:disabled), textarea:not(:disabled), select:not(:disabled)";

/** Of what just opened; false where it has no field. */
export function focusFirstField(opened: EventTarget | null): boolean {
  const field = opened instanceof Element ? opened.querySelector<HTMLElement>(fields) : null;
  field?.focus();
  return field !== null;
}

/** Once the form says what is wrong; where no field is, the button that handed it in keeps the focus. */
export function focusWrongField(form: HTMLFormElement): void {
  requestAnimationFrame(() => {
    const wrong = form.querySelector<HTMLElement>('[aria-invalid="true"]');
    const isNowhere = document.activeElement === null || document.activeElement === document.body;
    if (wrong !== null) wrong.focus();
    else if (isNowhere) form.querySelector<HTMLElement>("[type=submit]")?.focus();
  });
}
