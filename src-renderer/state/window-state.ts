import type { createAgentStores } from "./agent-stores.ts";
import type { ChatActs } from "./chat-acts.ts";
import type { ChatQueue } from "./chat-queue.ts";
import type { Composer } from "./composer.ts";
import type { Drafts } from "./drafts.ts";
import type { Files } from "./files.ts";
import type { FirstRun } from "./first-run.ts";
import type { Knowledge } from "./knowledge.ts";
import type { createNotices, Notify } from "./notices.ts";
import type { OverlayControl } from "./overlay.ts";
import type { Palette } from "./palette.ts";
import type { PlaceControl } from "./place-store.ts";
import type { PreferencesStore } from "./preferences.ts";
import type { ProviderRemoval } from "./provider-removal.ts";
import type { SoughtStepControl } from "./sought-step.ts";
import type { createStage } from "./stage.ts";
import type { StepResults } from "./step-results.ts";
import type { System } from "./system.ts";

/** The stores that hear every event, and how they do. */
export type KnownStores = ReturnType<typeof createAgentStores>;

/** Every store of the window, made once; components get it through the context of React. */
export interface WindowState extends Readonly<KnownStores["stores"]> {
  readonly drafts: Drafts;
  readonly composer: Composer;
  readonly chatActs: ChatActs;
  readonly chatQueue: ChatQueue;
  readonly stepResults: StepResults;
  readonly soughtStep: SoughtStepControl;
  readonly place: PlaceControl;
  readonly preferences: PreferencesStore;
  readonly overlay: OverlayControl;
  readonly palette: Palette;
  readonly system: System;
  readonly knowledge: Knowledge;
  readonly files: Files;
  readonly providerRemoval: ProviderRemoval;
  readonly firstRun: FirstRun;
  /** What the page shows. */
  readonly stage: ReturnType<typeof createStage>;
  newChat(): void;
  readonly notices: ReturnType<typeof createNotices>["store"];
  readonly notify: Notify;
}
