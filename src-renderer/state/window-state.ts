import type { SessionKey } from "../../src-preload/contract/ids.ts";
import type { createAgentStores } from "./agent-stores.ts";
import type { ChangeComments } from "./change-comments.ts";
import type { Changes } from "./changes.ts";
import type { ChatActs } from "./chat-acts.ts";
import type { ChatQueue } from "./chat-queue.ts";
import type { Composer } from "./composer.ts";
import type { DraftKeeper } from "./draft-keeper.ts";
import type { Drafts } from "./drafts.ts";
import type { FileVersions } from "./file-versions.ts";
import type { Files } from "./files.ts";
import type { Find } from "./find.ts";
import type { FirstRun } from "./first-run.ts";
import type { FolderChoice } from "./folder-choice.ts";
import type { Knowledge } from "./knowledge.ts";
import type { createLaterDesktop } from "./later-desktop.ts";
import type { ListOver } from "./list-over.ts";
import type { MessageSearch } from "./message-search.ts";
import type { createNotices, Notify } from "./notices.ts";
import type { OverlayControl } from "./overlay.ts";
import type { Palette } from "./palette.ts";
import type { PlaceControl } from "./place-store.ts";
import type { PreferencesStore } from "./preferences.ts";
import type { ProviderRemoval } from "./provider-removal.ts";
import type { Recorder } from "./recorder.ts";
import type { createRecordings } from "./recordings.ts";
import type { ShownFiles } from "./shown-files.ts";
import type { SoughtMessageControl } from "./sought-message.ts";
import type { SoughtStepControl } from "./sought-step.ts";
import type { createStage } from "./stage.ts";
import type { Starters } from "./starters.ts";
import type { StepResults } from "./step-results.ts";
import type { System } from "./system.ts";
import type { createTellOutside } from "./tell-outside.ts";
import type { Transfers } from "./transfers.ts";
import type { UnsentChats } from "./unsent-chats.ts";
import type { WorkFiles } from "./work-files.ts";

/** The stores that hear every event, and how they do. */
export type KnownStores = ReturnType<typeof createAgentStores>;

/** Every store of the window, made once; components get it through the context of React. */
export interface WindowState extends Readonly<KnownStores["stores"]> {
  readonly drafts: Drafts;
  readonly keeper: DraftKeeper;
  readonly unsentChats: UnsentChats;
  readonly composer: Composer;
  readonly recorder: Recorder;
  readonly recordings: ReturnType<typeof createRecordings>;
  readonly chatActs: ChatActs;
  readonly find: Find;
  readonly chatQueue: ChatQueue;
  readonly stepResults: StepResults;
  readonly soughtStep: SoughtStepControl;
  readonly messageSearch: MessageSearch;
  readonly soughtMessage: SoughtMessageControl;
  readonly place: PlaceControl;
  readonly preferences: PreferencesStore;
  readonly overlay: OverlayControl;
  readonly listOver: ListOver;
  readonly palette: Palette;
  readonly system: System;
  readonly knowledge: Knowledge;
  readonly fileVersions: FileVersions;
  readonly files: Files;
  readonly workFiles: WorkFiles;
  readonly changes: Changes;
  /** What the run did to files that is shown beside its job. */
  readonly jobChanges: Changes;
  readonly changeComments: ChangeComments;
  readonly shownFiles: ShownFiles;
  openFile(path: string): void;
  readonly providerRemoval: ProviderRemoval;
  readonly firstRun: FirstRun;
  readonly starters: Starters;
  readonly transfers: Transfers;
  /** The work folder of new chats, and of the open chat, while another one is chosen. */
  readonly defaultFolder: FolderChoice;
  readonly chatFolder: FolderChoice;
  /** What the page shows. */
  readonly stage: ReturnType<typeof createStage>;
  /** Goes on with one that was begun and not sent, where there is one; else begins anew. Tells its key. */
  newChat(): SessionKey;
  /** A chat that has this skill alone; null where it could not be made, which is told. */
  trySkill(name: string): Promise<SessionKey | null>;
  /** One of which nothing is kept. */
  newPrivateChat(): void;
  /** Puts a new chat in place of the open one, if it is one of those that were removed; tells whether it was. */
  leaveRemoved(removed: readonly SessionKey[]): boolean;
  /** Notifications of the browser. */
  readonly tellOutside: ReturnType<typeof createTellOutside>;
  readonly laterDesktop: ReturnType<typeof createLaterDesktop>;
  readonly notices: ReturnType<typeof createNotices>["store"];
  readonly notify: Notify;
  dismissNotice(id: number): void;
}
