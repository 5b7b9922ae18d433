/** Chromium's own, in place of a package that does the same for what has none. */
export default globalThis.structuredClone;
