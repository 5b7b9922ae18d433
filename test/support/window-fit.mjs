/**
 * Runs inside the page, so it uses nothing around it: what does not fit at the size of now, a line each. Every control can be
 * brought into sight, nothing lies over it; words are whole or end in dots; the page does not scroll sideways; no text lies
 * over another or over a control. While a dialog or a menu is open, it alone can be used.
 */
export async function findMisfits() {
  const controls =
    "button, a[href], input, select, textarea, summary, [role=tab], [role=menuitem], [role=menuitemradio], [role=radio], [role=switch], [role=treeitem], [role=option]";
  const drawnByOthers = ".monaco-editor, .katex, math, svg, .screen-reader";
  const found = new Set();
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  await frame();
  await frame();

  const nameOf = (element) => {
    const words = element.getAttribute("aria-label") ?? element.textContent ?? "";
    return `${element.tagName.toLowerCase()} "${words.trim().replace(/\s+/g, " ").slice(0, 40)}"`;
  };
  const isShown = (element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    element.closest(drawnByOthers) === null;
  const chain = (element) => {
    const all = [];
    for (let at = element.parentElement; at !== null; at = at.parentElement) all.push(at);
    return all;
  };
  const layers = [...document.querySelectorAll("[role=dialog], [role=alertdialog], [role=menu]")].filter(isShown);
  const scope = layers.at(-1) ?? document.body;

  /** What hides what leaves it and cannot be scrolled by a person must not have been scrolled to bring something into sight. */
  const cutBy = (element) => {
    for (const box of chain(element)) {
      const { overflowX, overflowY } = getComputedStyle(box);
      const isMoved =
        (overflowX === "hidden" && box.scrollLeft !== 0) || (overflowY === "hidden" && box.scrollTop !== 0);
      if (!isMoved) continue;
      if (overflowX === "hidden") box.scrollLeft = 0;
      if (overflowY === "hidden") box.scrollTop = 0;
      return true;
    }
    return false;
  };
  const isCutInside = (element) =>
    [element, ...element.querySelectorAll("*")].some((part) => {
      if (part.clientWidth === 0 || part.closest("svg, .screen-reader") !== null) return false;
      const { overflowX, textOverflow } = getComputedStyle(part);
      return part.scrollWidth > part.clientWidth + 1 && overflowX !== "auto" && textOverflow !== "ellipsis";
    });
  const judge = (element) => {
    element.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
    if (cutBy(element)) return "is cut off";
    const box = element.getBoundingClientRect();
    const isInside = (from, to, least, most) => to - from > most - least || (from >= least - 1 && to <= most + 1);
    if (box.left < -1 || box.right > innerWidth + 1) return "is outside of the window";
    if (!isInside(box.top, box.bottom, 0, innerHeight)) return "is outside of the window, above or below";
    if (!element.matches("input, select, textarea") && isCutInside(element)) return "does not show its words";
    const hit = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    const isItself = hit !== null && (element.contains(hit) || hit.contains(element));
    // What lies under a notice, a list of suggestions or "Latest" can be scrolled from there, and these go.
    const floats = "[data-floating], [role=listbox]";
    const isCovered = !isItself && !hit?.closest("label")?.contains(element) && hit?.closest(floats) == null;
    return !isCovered ? "" : `is covered by ${hit && nameOf(hit)}`;
  };
  const before = document.activeElement;
  for (const element of scope.querySelectorAll(controls)) {
    const { width, height } = element.getBoundingClientRect();
    const isMeant = isShown(element) && getComputedStyle(element).pointerEvents !== "none";
    if (!isMeant || (width <= 2 && height <= 2)) continue;
    const wrong = judge(element);
    if (wrong !== "") found.add(`${nameOf(element)} ${wrong}`);
  }
  before?.scrollIntoView({ block: "nearest" });
  for (const box of scope.querySelectorAll("*")) {
    const isMeant = box.closest("pre, .monaco-editor") !== null || box.querySelector("table, pre") !== null;
    const { overflowX } = getComputedStyle(box);
    const scrolls = (overflowX === "auto" || overflowX === "scroll") && box.scrollWidth > box.clientWidth + 1;
    if (scrolls && isShown(box) && !(isMeant && box.querySelector("button, input") === null))
      found.add(`${nameOf(box)} scrolls sideways`);
  }
  if (document.scrollingElement.scrollWidth > innerWidth) found.add("the page scrolls sideways");

  /** A text's box as far as it is in sight. */
  const inSight = (element, { left, right, top, bottom }) => {
    const box = { left, right, top, bottom, element };
    for (const around of [element, ...chain(element)]) {
      const { overflowX, overflowY } = getComputedStyle(around);
      const edge = around.getBoundingClientRect();
      if (overflowX !== "visible") Object.assign(box, clip(box, "left", "right", edge));
      if (overflowY !== "visible") Object.assign(box, clip(box, "top", "bottom", edge));
    }
    return box;
  };
  const clip = (box, start, end, edge) => ({
    [start]: Math.max(box[start], edge[start]),
    [end]: Math.min(box[end], edge[end]),
  });
  /** Cut sideways for good: within what hides it, without dots at its end. */
  const isCutSideways = (element, rect) => {
    for (const around of [element, ...chain(element)]) {
      const { overflowX, textOverflow } = getComputedStyle(around);
      if (overflowX === "auto" || overflowX === "scroll" || textOverflow === "ellipsis") return false;
      if (overflowX === "visible") continue;
      const edge = around.getBoundingClientRect();
      return edge.width > 2 && (rect.left < edge.left - 2 || rect.right > edge.right + 2);
    }
    return false;
  };
  const boxes = [];
  const walker = document.createTreeWalker(scope, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const element = node.parentElement;
    if (node.data.trim() === "" || !isShown(element) || element.closest("option, script, style") !== null) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const rect of range.getClientRects()) {
      const box = inSight(element, rect);
      if (rect.height > 2 && isCutSideways(element, rect)) found.add(`${nameOf(element)} is cut off sideways`);
      if (box.right - box.left > 2 && box.bottom - box.top > 2) boxes.push(box);
    }
  }
  for (const element of scope.querySelectorAll(controls)) {
    if (element.textContent.trim() !== "" || element.querySelector("svg") === null || !isShown(element)) continue;
    const box = inSight(element, element.getBoundingClientRect());
    if (box.right - box.left > 2 && box.bottom - box.top > 2) boxes.push(box);
  }
  /** Something that is not seen through lies between the two. */
  const isHidden = (one, other, x, y) => {
    const stack = document.elementsFromPoint(x, y);
    const [upper, lower] = stack.indexOf(one) <= stack.indexOf(other) ? [one, other] : [other, one];
    const isOpaque = (part) => {
      const alpha = /rgba\(.*, ([\d.]+)\)/.exec(getComputedStyle(part).backgroundColor)?.[1] ?? "1";
      return Number(alpha) > 0.9;
    };
    return [upper, ...chain(upper)].some((part) => !part.contains(lower) && isOpaque(part));
  };
  boxes.sort((one, other) => one.top - other.top);
  for (const [at, one] of boxes.entries()) {
    for (let next = at + 1; next < boxes.length && boxes[next].top < one.bottom - 2; next += 1) {
      const other = boxes[next];
      const width = Math.min(one.right, other.right) - Math.max(one.left, other.left);
      const height = Math.min(one.bottom, other.bottom) - other.top;
      if (width <= 2 || height <= 2 || one.element === other.element) continue;
      if (one.element.contains(other.element) || other.element.contains(one.element)) continue;
      const [x, y] = [Math.max(one.left, other.left) + width / 2, other.top + height / 2];
      if (!isHidden(one.element, other.element, x, y))
        found.add(`${nameOf(one.element)} and ${nameOf(other.element)} lie over each other`);
    }
  }
  return [...found];
}

/** Runs inside the page: `window.shifted` adds up from now on whatever Chromium counts as moved, also right after a press. */
export function countShifts() {
  window.shifted = { sum: 0, worst: [] };
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries()) {
      window.shifted.sum += value;
      for (const { node } of sources) window.shifted.worst.push(`${node?.nodeName} ${node?.className ?? ""}`);
    }
  }).observe({ type: "layout-shift" });
}
