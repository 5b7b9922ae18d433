import { buildIfStale } from "../../scripts/build-if-stale.ts";

/** End-to-end tests run the command as it is built from the sources of now. */
export async function setup(): Promise<void> {
  await buildIfStale();
}
