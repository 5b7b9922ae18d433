/*
 * Where the focus goes when what had it is gone: to where it was before a layer opened, else to what is being written, else to
 * the heading of the page. It is never nowhere, so the next key goes on from a place that the person knows.
 */

const layers = '[role="dialog"], [role="menu"], [role="listbox"]';
let before: HTMLElement | null = null;

/** A layer is about to take the focus. One that opens from another keeps what was before the first. */
export function rememberFocus(): void {
  const now = document.activeElement;
  if (now instanceof HTMLElement && now !== document.body && now.closest(layers) === null) before = now;
}

/** A layer is closed: nothing where something else took the focus meanwhile. */
export function giveFocusBack(): void {
  if (!isNowhere()) return;
  const element = before;
  before = null;
  if (element !== null && canTake(element)) {
    element.focus();
    if (document.activeElement === element) return;
  }
  focusPage();
}

/** The field of the message, else the heading of the page. */
export function focusPage(): void {
  const field = document.querySelector<HTMLElement>("main [data-composer]");
  if (field === null) focusHeading();
  else field.focus({ preventScroll: true });
}

/** The heading of the page is read out first, and Tab goes on from there. */
export function focusHeading(): void {
  const element = document.querySelector<HTMLElement>("main h1") ?? document.querySelector<HTMLElement>("main");
  if (element === null) return;
  if (!element.hasAttribute("tabindex")) element.tabIndex = -1;
  element.focus({ preventScroll: true });
}

/** Gives the focus a place whenever what had it is gone, hidden or switched off; returns its end. */
export function keepFocus(): () => void {
  let last: Element | null = document.activeElement;
  let row: RowPlace | null = null;
  const isLost = (): boolean =>
    isNowhere() && last instanceof HTMLElement && last !== document.body && !canTake(last) && !hasLayer();
  const look = (): void => {
    // What takes its place may be drawn by the answer to the act, in the next frame.
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        if (isLost() && !focusRow(row)) giveFocusBack();
      }),
    );
  };
  const events = new AbortController();
  const { signal } = events;
  const note = ({ target }: FocusEvent): void => {
    last = target instanceof Element ? target : null;
    row = rowOf(last);
  };
  document.addEventListener("focusin", note, { signal });
  for (const act of ["focusout", "click", "keyup"] as const) document.addEventListener(act, look, { signal });
  return () => events.abort();
}

/** The row of a list that something is in. */
interface RowPlace {
  readonly list: Element;
  readonly index: number;
}

function rowOf(element: Element | null): RowPlace | null {
  const list = element?.closest("ul, ol, tbody") ?? null;
  if (element === null || list === null) return null;
  return { list, index: [...list.children].findIndex((child) => child.contains(element)) };
}

/** The row that took the place of one that is gone; false where the list is gone or empty. */
function focusRow(place: RowPlace | null): boolean {
  const rows = place?.list.isConnected === true ? [...place.list.children] : [];
  const next = rows[Math.min(place?.index ?? 0, rows.length - 1)];
  const stop = next?.querySelector<HTMLElement>('a[href], button:not(:disabled), input, [tabindex="0"]');
  stop?.focus();
  return stop != null && document.activeElement === stop;
}

function isNowhere(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}

function hasLayer(): boolean {
  return document.querySelector(layers) !== null;
}

function canTake(element: HTMLElement): boolean {
  const isOff = element instanceof HTMLButtonElement && element.disabled;
  return element.isConnected && !isOff && element.getClientRects().length > 0;
}
