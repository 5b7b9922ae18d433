/* Runs in every frame of the page, before its own scripts. Named here so that it can be sent as text. */

declare global {
  var standInCall: (method: string, args: readonly unknown[]) => Promise<unknown>;
  var standInMayUse: (kinds: readonly string[]) => Promise<boolean>;
  var standInListeners: Record<string, (...args: readonly unknown[]) => void>;
}

/** Lays an object with these methods into the page; a function among the arguments stays there and is called by its id. */
export function exposeInPage([name, methods]: readonly [string, readonly string[]]): void {
  globalThis.standInListeners = {};
  let count = 0;
  const carry = (value: unknown): unknown => {
    if (typeof value !== "function") return value;
    count += 1;
    const id = `listener-${count}`;
    globalThis.standInListeners[id] = (...args) => void value(...args);
    return { standInListener: id };
  };
  const bridge = Object.fromEntries(
    methods.map((method) => [method, (...args: readonly unknown[]) => globalThis.standInCall(method, args.map(carry))]),
  );
  Object.defineProperty(globalThis, name, { value: Object.freeze(bridge), writable: false, configurable: false });
}

/** Tells of the colour that a page names, in the way of `#rrggbb`. As a text: the types here know no page. */
export const followThemeColor = `(() => {
  let told = "";
  const look = () => {
    const named = document.querySelector("meta[name=theme-color]")?.content ?? "";
    const parts = (named.match(/\\d+/g) ?? []).slice(0, 3).map((part) => Number(part).toString(16).padStart(2, "0"));
    const color = "#" + parts.join("");
    if (parts.length < 3 || color === told) return;
    told = color;
    void standInThemeColor(color);
  };
  new MutationObserver(look).observe(document, { subtree: true, childList: true, attributeFilter: ["content"] });
})()`;

interface Wanted {
  readonly audio?: unknown;
  readonly video?: unknown;
}

/** Who asks for a microphone or a camera is asked about first, as the handler of the app wants it. */
export function askForMedia(): void {
  const devices: { getUserMedia(wanted: Wanted): Promise<unknown> } | undefined = Reflect.get(
    navigator,
    "mediaDevices",
  );
  // Not everything that is shown is a secure page.
  if (devices === undefined) return;
  const getUserMedia = devices.getUserMedia.bind(devices);
  devices.getUserMedia = async (wanted) => {
    const kinds = [...(wanted.audio ? ["audio"] : []), ...(wanted.video ? ["video"] : [])];
    if (!(await globalThis.standInMayUse(kinds))) throw new DOMException("Permission denied", "NotAllowedError");
    return getUserMedia(wanted);
  };
}
