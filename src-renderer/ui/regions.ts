import { focusHeading } from "./focus-back.ts";

/*
 * The parts of the window that F6 goes round: the rail, the list, the transcript or the page, the message, the right column, and
 * what was told last. They are found by what they are, so that a new page has them by itself.
 */

const regions = [
  "nav",
  "aside",
  '[role="log"]',
  'main > section:not(:has([role="log"]))',
  "form:has([data-composer])",
  "[data-notices]:has(button)",
].join(", ");

const stops = 'a[href], button, input, textarea, select, [tabindex]:not([tabindex="-1"])';

/** The next part, or the one before. */
export function goToRegion(step: 1 | -1): void {
  const all = [...document.querySelectorAll<HTMLElement>(regions)].filter(isShown);
  const now = document.activeElement;
  // The inspector lies in the main part: the innermost counts.
  const at = all.findLastIndex((region) => region.contains(now));
  const from = at < 0 && step < 0 ? all.length : at;
  for (let tried = 1; tried <= all.length; tried += 1) {
    const region = all[(from + step * tried + all.length * 2) % all.length];
    if (region !== undefined && enter(region)) return;
  }
}

/** The list beside the sheet; false where there is none in sight. */
export function goToList(): boolean {
  const list = document.querySelector<HTMLElement>("[data-columns] > aside");
  return list !== null && enter(list);
}

/** Its current row, what is written in it, or its first stop. */
function enter(region: HTMLElement): boolean {
  if (region.tabIndex === 0) region.focus();
  else {
    const all = [...region.querySelectorAll<HTMLElement>(stops)].filter(
      (element) => isShown(element) && element.tabIndex >= 0 && !element.matches(":disabled"),
    );
    const found =
      all.find((element) => element.matches('[data-composer], [data-roving="current"], a[aria-current]')) ?? all[0];
    if (found === undefined) {
      if (region.matches("main > section")) focusHeading();
    } else found.focus();
  }
  return region.contains(document.activeElement);
}

function isShown(element: Element): boolean {
  return element.getClientRects().length > 0;
}
