/** Runs inside the page: what sticks out of it or of its own box, at the width of now. */
export function findOverflow() {
  const found = [];
  if (document.documentElement.scrollWidth > innerWidth) found.push("the page");
  for (const element of document.querySelectorAll("body *")) {
    const { overflowX, position } = getComputedStyle(element);
    const box = element.getBoundingClientRect();
    if (box.width === 0 || element.closest(".monaco-editor, .screen-reader, svg") !== null) continue;
    const name = `${element.tagName.toLowerCase()}.${String(element.className).split(" ").join(".")}`;
    if (box.right > innerWidth + 1 && position !== "fixed" && element.closest("pre, table") === null) {
      const scrolls = element.parentElement?.closest("[class]");
      if (scrolls !== null && getComputedStyle(scrolls).overflowX === "visible")
        found.push(`${name} leaves the window`);
    }
    const wider = element.scrollWidth - element.clientWidth;
    // A step's hover and the bird on the composer reach out of their boxes on purpose.
    const isMeant = element.matches("article, [data-reaches-out]") && wider < 16;
    const { display } = getComputedStyle(element);
    if (overflowX === "visible" && wider > 1 && element.clientWidth > 0 && display !== "inline" && !isMeant)
      found.push(`${name} is ${wider} px wider than its box`);
  }
  return [...new Set(found)].slice(0, 8);
}
