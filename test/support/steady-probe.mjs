/**
 * Runs inside the page: `window.steady` tells, after each painted frame, where the paragraph with these words stands (top,
 * CSS pixels) and how far the end of the transcript is out of sight, and adds up what Chromium counts as moved in it
 * without the reader's doing.
 */
export function steadyProbe(words) {
  const log = document.querySelector("[role=log]");
  const steady = { tops: [], below: [], shift: 0, isOn: true };
  window.steady = steady;
  new PerformanceObserver((list) => {
    // The running line is pushed down by the text and brought back by the scroll: on the screen it stands.
    const isMoved = ({ node }) => log.contains(node) && node.dataset?.live === undefined;
    for (const entry of list.getEntries()) if (entry.sources.some(isMoved)) steady.shift += entry.value;
  }).observe({ type: "layout-shift" });
  const painted = new MessageChannel();
  const nextFrame = () => requestAnimationFrame(() => painted.port2.postMessage(null));
  painted.port1.onmessage = () => {
    if (!steady.isOn) return;
    const row = [...log.querySelectorAll("p")].find((one) => one.textContent.includes(words));
    if (row !== undefined) steady.tops.push(row.getBoundingClientRect().top);
    steady.below.push(log.scrollHeight - log.scrollTop - log.clientHeight);
    nextFrame();
  };
  nextFrame();
}

/** Runs inside the page: from now on. */
export function steadyReset() {
  Object.assign(window.steady, { tops: [], below: [], shift: 0 });
}

/** Runs inside the page: what was seen. */
export function steadyEnd() {
  window.steady.isOn = false;
  return window.steady;
}
