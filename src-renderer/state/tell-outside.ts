import type { PerchEvent } from "../../src-preload/contract/events.ts";
import type { createTeller, OutsideNeeds } from "./teller.ts";

/** What is told outside of the window, where the browser may, and what a desktop could not show: few windows need its code. */
export function createTellOutside(needed: OutsideNeeds) {
  let teller: ReturnType<typeof createTeller> | null = null;
  async function load(): Promise<ReturnType<typeof createTeller>> {
    const { createTeller } = await import("./teller.ts");
    teller ??= createTeller(needed);
    return teller;
  }
  return {
    async begin(): Promise<void> {
      if ("Notification" in window && Notification.permission === "granted") await (await load()).begin();
    },
    apply(events: readonly PerchEvent[]): void {
      if (teller !== null) teller.apply(events);
      else if (events.some(({ type }) => type === "notice-unshown")) void load().then((loaded) => loaded.apply(events));
    },
  };
}
