import { createModelHandlers } from "../api/model-handlers.ts";
import { createProviderHandlers } from "../api/provider-handlers.ts";
import { createPictureReader } from "../files/read-picture.ts";
import { createLearntModels } from "../providers/learnt-models.ts";
import { createListedNames } from "../providers/listed-names.ts";
import { createModelPool } from "../providers/model-pool.ts";
import { createProviderStates } from "../providers/provider-states.ts";
import { chosenModels } from "../sessions/chosen-models.ts";
import type { SessionStore } from "../sessions/session-store.ts";
import { magicType } from "../tools/media-type.ts";
import type { Core } from "./core.ts";
import { once } from "./once.ts";
import type { AssistantOptions } from "./options.ts";

/** So many chats are asked for the model that they have chosen. */
const chatsLookedAt = 200;

export type ModelsFeature = ReturnType<typeof createModelsFeature>;

/** Providers and their models: asking them, choosing, testing, what is known of them. */
export function createModelsFeature(
  { host, files, settings, keys, settingsChanged: onForgotten }: Core,
  {
    sessions,
    localPorts: ports,
    idleTimeoutMs,
  }: Pick<AssistantOptions, "localPorts" | "idleTimeoutMs"> & {
    readonly sessions: SessionStore;
  },
) {
  const learnt = createLearntModels(host, files);
  const states = createProviderStates(learnt, onForgotten);
  const names = createListedNames();
  const readPicture = createPictureReader({ files, magicType });
  const models = createModelPool({ host, settings, states, learnt, names, idleTimeoutMs, readPicture, onForgotten });
  const choosing = once(async () => {
    const { createModelChoosing } = await import("../providers/choosing.ts");
    return createModelChoosing({
      ...(ports === undefined ? {} : { ports }),
      host,
      settings,
      states,
      names,
      describe: models.describe,
      learnKey: (key) => keys.learn([key]),
      chosenByChats: () => chosenModels(sessions, chatsLookedAt),
    });
  });
  return {
    models,
    learnt,
    /** Makes the call of a chat with the model for new chats and says how it went. */
    testDefaultModel: async (patienceMs: number) => (await choosing()).test({}, patienceMs),
    handlers: {
      ...createModelHandlers(choosing, models),
      ...createProviderHandlers(async () => (await choosing()).providers),
    },
    [Symbol.asyncDispose]: () => models[Symbol.asyncDispose](),
  };
}
