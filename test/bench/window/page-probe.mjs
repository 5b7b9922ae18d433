/** Runs inside the page, before its own script: watches frames, keys and the arrival of words. */
export function pageProbe() {
  const state = { frames: [], longTasks: [], keys: [], isCounting: false };
  const afterPaint = (done) =>
    requestAnimationFrame(() => {
      const channel = new MessageChannel();
      channel.port1.onmessage = () => done(performance.now());
      channel.port2.postMessage(null);
    });
  const onFrame = (at) => {
    if (!state.isCounting) return;
    state.frames.push(at);
    requestAnimationFrame(onFrame);
  };
  new PerformanceObserver((list) => {
    if (state.isCounting) for (const entry of list.getEntries()) state.longTasks.push(entry.duration);
  }).observe({ type: "longtask" });
  addEventListener(
    "keydown",
    (event) => {
      const at = event.timeStamp;
      state.lastKeyAt = at;
      if (state.isCounting) afterPaint((painted) => state.keys.push(painted - at));
    },
    true,
  );

  window.benchProbe = {
    /** Milliseconds of the wall clock for a time of this page. */
    wall: (at) => performance.timeOrigin + at,
    lastKeyAt: () => state.lastKeyAt,
    start() {
      Object.assign(state, { frames: [], longTasks: [], keys: [], isCounting: true });
      requestAnimationFrame(onFrame);
    },
    stop() {
      state.isCounting = false;
      return { frames: state.frames, longTasks: state.longTasks, keys: state.keys };
    },
    /** The time of the page at which the words stand in the document; `inside` narrows where it looks. */
    seen(words, inside = "body") {
      return new Promise((resolve) => {
        // Looks at what changed alone: reading the whole page would cost more than drawing it.
        const isInside = (node) => node.parentElement?.closest(inside) != null;
        const has = (node) => node?.textContent.includes(words) === true;
        // The place may come together with the words.
        const comesWith = (node) =>
          node.nodeType === 1 && has(node.matches(inside) ? node : node.querySelector(inside));
        const holds = (node) => has(node) && (isInside(node) || comesWith(node));
        const observer = new MutationObserver((records) => {
          if (
            !records.some(
              ({ target, addedNodes }) => (target.nodeType === 3 && holds(target)) || [...addedNodes].some(holds),
            )
          )
            return;
          observer.disconnect();
          resolve(performance.now());
        });
        observer.observe(document, { childList: true, subtree: true, characterData: true });
        if (document.querySelector(inside)?.textContent.includes(words) !== true) return;
        observer.disconnect();
        resolve(performance.now());
      });
    },
  };
  // What a reload waits for is named by the page before it: a promise would not outlive it.
  const awaited = sessionStorage.getItem("bench.await");
  if (awaited !== null) window.benchArrival = window.benchProbe.seen(awaited);
}
