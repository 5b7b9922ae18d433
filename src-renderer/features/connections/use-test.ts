import type { ProviderRow } from "../../../src-preload/contract/providers.ts";
import { usePick, useWindow } from "../../state/context.ts";
import { providerOf } from "../../state/models.ts";

/** How a connection is tested. */
interface TestRun {
  /**
   * The model that is asked: the default where it is of this provider, else a favourite, else the first of the list; null
   * where none is known, so that the provider's own list tells one.
   */
  readonly model: string | null;
  /** There is somewhere to ask. */
  readonly isPossible: boolean;
  run(): Promise<void>;
}

/** The test of a connection. */
export function useTest(row: ProviderRow): TestRun {
  const { agent, models, connections, notify } = useWindow();
  const settings = usePick(agent.store, (state) => state.settings);
  const list = usePick(models.store, (state) => state.lists[row.name]);
  const ids = list?.models.map(({ id }) => id) ?? [];
  const byDefault = settings?.agents.defaults.model ?? null;
  const isOwn = byDefault !== null && providerOf(byDefault) === row.name;
  const favourite = ids.find((id) => settings?.ui.favouriteModels.includes(id));
  const model = isOwn ? byDefault : (favourite ?? ids[0] ?? null);
  return {
    model,
    isPossible: model !== null || row.apiBase !== null,
    async run() {
      const tested = await connections.test(row.name, model);
      if (!tested.ok) notify(tested.error.message, "failed");
    },
  };
}
