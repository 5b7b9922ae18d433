// Builds out/ from the sources: the agent's side, the preload script and the window.
import { buildAll } from "./build-if-stale.mjs";

await buildAll();
