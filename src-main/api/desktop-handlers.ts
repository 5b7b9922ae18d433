import type { DesktopShell } from "../../src-preload/contract/desktop.ts";
import { contractError } from "../../src-preload/contract/errors.ts";
import { fail, ok } from "../../src-preload/contract/result.ts";
import { text } from "../words.ts";
import type { DomainHandlers } from "./router.ts";

/** `shell` is null where Perch has no desktop: it is served, or in a terminal. */
export function createDesktopHandlers(shell: DesktopShell | null): DomainHandlers<"desktop"> {
  const none = () => fail(contractError("not-found", text("desktop.none")));
  return {
    "desktop.describe": async () => ok(shell === null ? null : await shell.describe()),
    "desktop.change": async (change) => (shell === null ? none() : shell.change(change)),
    // The small window is its own page's.
    async "desktop.quick"(act, { channel }) {
      if (shell === null || channel !== "desktop") return none();
      await shell.quick(act);
      return ok({});
    },
    // For its own pages: what a person copied is no matter of other clients.
    "desktop.clipboard": async (_input, { channel }) =>
      shell === null || channel !== "desktop" ? none() : ok({ text: await shell.clipboard() }),
    // Whoever sits elsewhere would open a dialogue that they do not see.
    "desktop.folder": async ({ from }, { channel }) =>
      shell === null || channel !== "desktop" ? none() : ok({ path: await shell.folder(from) }),
    "desktop.test": async () => (shell === null ? none() : ok(await shell.test())),
    "desktop.update": async ({ act }) => (shell === null ? none() : ok(await shell.update(act))),
  };
}
