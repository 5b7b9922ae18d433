/** Builds out/ when a source is newer than it. */
export function buildIfStale(): Promise<void>;
