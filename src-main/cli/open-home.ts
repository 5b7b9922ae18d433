import { connect } from "node:net";
import type { Connection } from "../../src-preload/contract/connection.ts";
import { contractError } from "../../src-preload/contract/errors.ts";
import { createFrameConnection } from "../../src-preload/contract/frame-connection.ts";
import { type AsyncResult, fail, ok } from "../../src-preload/contract/result.ts";
import type { OwnerPlace } from "../../src-preload/contract/system.ts";
import { type Assistant, type CloseHow, createAssistant } from "../assistant.ts";
import { claimHome, type OwnerListener } from "../serve/claim-home.ts";
import { type ServerPort, servePeer } from "../serve/frame-peer.ts";
import { createLinePort } from "../serve/line-port.ts";
import { serveLocally } from "../serve/local-server.ts";
import { askOwner } from "../serve/owner-answers.ts";
import { socketPathOf } from "../serve/owner-file.ts";
import { relayPeer } from "../serve/relay.ts";
import { text } from "../words.ts";
import type { CliContext } from "./context.ts";

/** Where a client sits, and whether a command of the agent may be at the other end. */
interface JoinedFrom {
  readonly place: string;
  readonly mayBeCommand: () => Promise<boolean>;
}

/** A home as this process reaches it: its owner, or attached to the one there is. */
export interface Home {
  /** Null in the owner. */
  readonly ownerPid: number | null;
  readonly connection: Connection;
  /** The core itself, in the owner. */
  readonly assistant: Assistant | null;
  /** Joins a client that this process let in. */
  join(port: ServerPort, from: JoinedFrom): void;
  /**
   * With `finish`, an owner first lets the runs end that other processes have asked for; with `quit` those that it stops
   * can be gone on with.
   */
  close(how?: CloseHow): Promise<void>;
}

/** How often an owner that goes at this very moment is followed by another look. */
const maxClaims = 10;

interface OpenHow {
  readonly place: Exclude<OwnerPlace, "desktop">;
  /** Whoever holds it claims it anew when its connection is closed: a restore is put in place that way. */
  readonly isReopened: boolean;
}

/** Claims the home of this process, or attaches to its owner. */
export async function openHome(
  context: CliContext,
  how: OpenHow = { place: "terminal", isReopened: false },
): AsyncResult<Home> {
  const { host, files } = context;
  for (let attempt = 1; ; attempt += 1) {
    const claim = await claimHome(host, files);
    if (!claim.ok) return claim;
    if (claim.value.kind === "owner") return ok(ownHome(context, claim.value.listener, how));
    const { socket, pid } = claim.value;
    const connection = createFrameConnection(createLinePort(socket), text("contract.disconnected"));
    const owner = await askOwner(connection, host);
    if (owner === "awake") return ok(attachedHome(context, connection, pid));
    socket.destroy();
    if (owner === "silent" || attempt === maxClaims) {
      return fail(contractError("timeout", text("owner.unanswered", { pid, home: host.paths.home })));
    }
  }
}

function attachedHome({ host }: CliContext, connection: Connection, pid: number): Home {
  return {
    ownerPid: pid,
    assistant: null,
    connection,
    join: (port, { mayBeCommand }) =>
      relayPeer(port, connect(socketPathOf(host.paths.home, host.platform)), mayBeCommand),
    close: () => connection.close(),
  };
}

function ownHome(context: CliContext, listener: OwnerListener, { place, isReopened }: OpenHow): Home {
  const { version, files } = context;
  const joined = new Set<ServerPort>();
  const { log } = context.host;
  const reopenLogged = (): void => {
    reopen().catch((cause: unknown) => log("error", "the home was not let go of in order", { cause: String(cause) }));
  };
  const again = isReopened ? { reopen: reopenLogged } : {};
  const assistant = createAssistant(context.host, {
    version,
    files,
    place,
    marks: listener.marks,
    end: () => context.end(text("cli.takenOver")),
    ...again,
  });
  const identity = { channel: "cli", senderId: "user", place };
  const letGo = serveLocally(listener, assistant.router, identity);
  const connection = assistant.connect(identity);

  async function close(how: CloseHow = "stop"): Promise<void> {
    if (how !== "finish") listener.refuse();
    await assistant.close(how);
    letGo();
    await listener.release();
  }

  async function reopen(): Promise<void> {
    await close();
    // Clients come back by themselves, to whoever has the home then.
    for (const port of joined) port.close();
    await connection.close();
  }

  return {
    ownerPid: null,
    assistant,
    connection,
    join(port, from) {
      joined.add(port);
      port.onClose(() => void joined.delete(port));
      servePeer(port, assistant.router, { channel: "api", senderId: "user", ...from });
    },
    close,
  };
}
