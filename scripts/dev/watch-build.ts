import { build, mergeConfig, type UserConfig } from "vite";

export interface WatchedBuild extends AsyncDisposable {
  /** Resolves once it was built for the first time. */
  readonly first: Promise<void>;
}

/** Builds, and builds anew with each save. `onRebuilt` is called after each but the first; a failure is printed. */
export async function watchBuild(config: UserConfig, onRebuilt: () => void): Promise<WatchedBuild> {
  const watched = await build(mergeConfig(config, { build: { watch: {} }, configFile: false, logLevel: "error" }));
  if (!("on" in watched)) throw new Error("the build does not watch");
  const first = Promise.withResolvers<void>();
  let isFirst = true;
  watched.on("event", async (event) => {
    if (event.code === "ERROR") console.error(event.error.message);
    if (event.code === "BUNDLE_END" || event.code === "ERROR") await event.result.close();
    if (event.code !== "BUNDLE_END") return;
    if (isFirst) first.resolve();
    else onRebuilt();
    isFirst = false;
  });
  return { first: first.promise, [Symbol.asyncDispose]: () => watched.close() };
}
