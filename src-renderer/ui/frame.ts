/** The window draws its own upper edge, as the shell says in the page's address; a browser says nothing. */
export function followFrame(): void {
  const frame = new URLSearchParams(window.location.search).get("frame");
  if (frame !== "mac" && frame !== "overlay") return;
  const root = document.documentElement;
  root.dataset["frame"] = frame;
  if (frame === "mac") return;
  // The buttons of the system are drawn on the colour that the page names.
  const meta = document.createElement("meta");
  meta.name = "theme-color";
  document.head.append(meta);
  const tell = (): void => {
    meta.content = getComputedStyle(document.body).backgroundColor;
  };
  new MutationObserver(tell).observe(root, { attributeFilter: ["data-theme"] });
  window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", tell);
  tell();
}
