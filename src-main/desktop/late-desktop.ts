import type { DesktopShell } from "../../src-preload/contract/desktop.ts";

/** The desktop as the agent gets it: it is there before the shell, which is opened on the agent. Who asks sooner waits. */
export function createLateDesktop(): DesktopShell & { open(shell: DesktopShell): void } {
  const opened = Promise.withResolvers<DesktopShell>();
  return {
    open: opened.resolve,
    describe: async () => (await opened.promise).describe(),
    change: async (change) => (await opened.promise).change(change),
    quick: async (act) => (await opened.promise).quick(act),
    clipboard: async () => (await opened.promise).clipboard(),
    folder: async (from) => (await opened.promise).folder(from),
    test: async () => (await opened.promise).test(),
    update: async (act) => (await opened.promise).update(act),
  };
}
