import type { Connection } from "../../src-preload/contract/connection.ts";
import type { DesktopShell, UnshownNotice } from "../../src-preload/contract/desktop.ts";
import type { CallerIdentity } from "../api/caller.ts";
import type { Router } from "../api/router.ts";
import type { Host } from "../host.ts";
import type { OwnerListener } from "../serve/claim-home.ts";
import { serveLocally } from "../serve/local-server.ts";
import { connectToOwner } from "../serve/owner-connection.ts";
import { type BesideWindow, besideWindow } from "./beside-window.ts";
import type { FoundHome } from "./find-home.ts";
import { createFollowingConnection } from "./following-connection.ts";

/** The core, as far as the shell holds it; the whole of it is made by the entry. */
interface OwnAgent {
  readonly router: Router;
  connect(identity: CallerIdentity): Connection;
  warmUp(): void;
  wake(): void;
  tell(notice: UnshownNotice): void;
  close(how: "quit"): Promise<void>;
}

interface LinkParts {
  readonly host: Pick<Host, "paths" | "platform" | "log" | "now">;
  readonly makeAgent: (listener: OwnerListener) => OwnAgent;
  /** What Settings shows of this desktop, which another owner knows nothing of. */
  readonly desktop: DesktopShell;
  /** The owner that this app was beside has ended: what becomes of the home; null: the app ends too. */
  readonly findAgain: () => Promise<Exclude<FoundHome, { kind: "none" }> | null>;
}

/** The agent as the shell and its windows reach it: this app's own, or that of the process that owns the home. */
export interface AgentLink {
  /** The agent ends with this app. */
  readonly isOwn: boolean;
  /** Of the shell; goes from owner to owner. */
  readonly connection: Connection;
  /** For a page; null while there is no agent. It is closed when its agent goes. */
  connectPage(): Connection | null;
  /** The computer slept. */
  wake(): void;
  /** The window tells what the system does not show. */
  tell(notice: UnshownNotice): void;
  close(): Promise<void>;
}

type Held =
  | { readonly kind: "own"; readonly agent: OwnAgent; readonly end: () => Promise<void> }
  | { readonly kind: "beside"; readonly connection: Connection; readonly pages: Set<BesideWindow> }
  | { readonly kind: "away" };

const identity = { channel: "desktop", senderId: "user" } as const;

export function openAgentLink(found: Exclude<FoundHome, { kind: "none" }>, parts: LinkParts): AgentLink {
  const { host } = parts;
  const following = createFollowingConnection();
  let isClosed = false;
  let held: Held = hold(found);

  function hold(next: Exclude<FoundHome, { kind: "none" }>): Held {
    if (next.kind === "own") return own(next.listener);
    const { connection } = next;
    following.follow(connection);
    connection.onClose(() => void goOn(connection));
    return { kind: "beside", connection, pages: new Set() };
  }

  function own(listener: OwnerListener): Held {
    const agent = parts.makeAgent(listener);
    const letGo = serveLocally(listener, agent.router, { channel: "cli", senderId: "user", place: "terminal" });
    following.follow(agent.connect({ ...identity, place: "tray" }));
    agent.warmUp();
    const end = async (): Promise<void> => {
      listener.refuse();
      await agent.close("quit");
      letGo();
      await listener.release();
    };
    return { kind: "own", agent, end };
  }

  async function goOn(ended: Connection): Promise<void> {
    if (isClosed || held.kind !== "beside" || held.connection !== ended) return;
    host.log("info", "the other owner of the home has ended");
    held = { kind: "away" };
    following.follow(null);
    const again = await parts.findAgain();
    if (again === null) return;
    if (isClosed) await letGoOf(again);
    else held = hold(again);
  }

  function pageBeside(pages: Set<BesideWindow>): Connection {
    const page = besideWindow(connectToOwner(host), parts.desktop);
    pages.add(page);
    page.onClose(() => pages.delete(page));
    return page;
  }

  return {
    get isOwn() {
      return held.kind === "own";
    },
    connection: following,
    connectPage() {
      if (held.kind === "own") return held.agent.connect({ ...identity, place: "window" });
      return held.kind === "beside" ? pageBeside(held.pages) : null;
    },
    wake() {
      if (held.kind === "own") held.agent.wake();
    },
    tell(notice) {
      if (held.kind === "own") held.agent.tell(notice);
      else if (held.kind === "beside") for (const page of held.pages) page.tell(notice, host.now());
    },
    async close() {
      isClosed = true;
      if (held.kind === "own") await held.end();
      else await following.close();
    },
  };
}

async function letGoOf(found: Exclude<FoundHome, { kind: "none" }>): Promise<void> {
  if (found.kind === "own") await found.listener.release();
  else await found.connection.close();
}
