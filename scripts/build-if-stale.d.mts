/** Builds everything into out/. */
export function buildAll(): Promise<void>;
/** Builds when a source is newer than the last build. */
export function buildIfStale(): Promise<void>;
