import { type ComponentType, createElement, type ReactNode, use } from "react";

/** A part of the window whose code is not needed for the first paint. */
export interface LaterPart<Module> {
  /** Fetches its code before it is asked for; where that fails, it is fetched when it is drawn. Resolves when it was tried. */
  readonly fetchAhead: () => Promise<void>;
  /** One of its components: drawn at once where the code is there, else the Suspense around it waits for it. */
  readonly component: <Props extends object>(
    pick: (module: Module) => ComponentType<Props>,
  ) => (props: Props) => ReactNode;
}

/** Unlike `lazy` of React, which waits for a promise also where the code has long come: no page is empty for a moment. */
export function laterPart<Module>(fetchModule: () => Promise<Module>): LaterPart<Module> {
  let module: Module | null = null;
  let coming: Promise<Module> | null = null;
  const fetchOnce = (): Promise<Module> => {
    coming ??= fetchModule().then((fetched) => {
      module = fetched;
      return fetched;
    });
    return coming;
  };
  return {
    fetchAhead: async () => {
      await fetchOnce().catch(() => {
        coming = null;
      });
    },
    component: (pick) => (props) => createElement(pick(module ?? use(fetchOnce())), props),
  };
}
