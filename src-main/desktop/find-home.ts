import type { Connection } from "../../src-preload/contract/connection.ts";
import { assertNever } from "../../src-preload/contract/result.ts";
import type { OwnerPlace, Status } from "../../src-preload/contract/system.ts";
import type { Host } from "../host.ts";
import { claimHome, type OwnerListener } from "../serve/claim-home.ts";
import { endOwner } from "../serve/end-owner.ts";
import { askOwner } from "../serve/owner-answers.ts";
import { connectionOver } from "../serve/owner-connection.ts";
import type { StartOf } from "../serve/process-start.ts";
import type { FileSystem } from "../storage/file-system.ts";
import { text } from "../words.ts";

/** The role of this app for its home. */
export type FoundHome =
  | { readonly kind: "own"; readonly listener: OwnerListener }
  /** Another process owns it, which this connection reaches. */
  | { readonly kind: "beside"; readonly connection: Connection }
  /** The person wants neither, or nothing can be had; with the words that were not said yet. */
  | { readonly kind: "none"; readonly message: string | null };

/** What a person says to another owner of their home. */
export interface OwnerQuestions {
  /** One that works. */
  beside(owner: {
    readonly place: OwnerPlace;
    readonly since: number;
    readonly runs: number;
  }): Promise<"use" | "take" | "cancel">;
  /** One that does not answer, or does not end. */
  silent(): Promise<"wait" | "end" | "cancel">;
}

export interface FindParts {
  readonly host: Host;
  readonly files: FileSystem;
  readonly startOf: StartOf;
  readonly ask: OwnerQuestions;
  /** Whoever owns it is used without a question: nobody is there to be asked, or has agreed already. */
  readonly mayJoin: boolean;
  readonly patience?: Partial<Patience>;
}

/** In milliseconds. */
interface Patience {
  /** An owner that lets nobody in. */
  readonly claim: number;
  /** One that was asked to end. */
  readonly end: number;
  /** One that is ended from outside, at each of both steps. */
  readonly kill: number;
}

const usualPatience: Patience = { claim: 8000, end: 15_000, kill: 5000 };

/** Makes this app the owner of its home, or a client of the owner that there is, as the person wants it. */
export async function findHome(parts: FindParts): Promise<FoundHome> {
  const { host, files } = parts;
  const patience = { ...usualPatience, ...parts.patience };
  for (;;) {
    const claim = await claimHome(host, files, patience.claim);
    if (claim.ok && claim.value.kind === "owner") return { kind: "own", listener: claim.value.listener };
    if (!claim.ok && claim.error.code !== "timeout") return { kind: "none", message: claim.error.message };
    const next =
      claim.ok && claim.value.kind === "attached"
        ? await meet(connectionOver(claim.value.socket), { ...parts, patience })
        : await askAboutSilent({ ...parts, patience });
    if (next !== "again") return next;
  }
}

type Meeting = FindParts & { readonly patience: Patience };
/** `again`: the home is another one by now. */
type Met = FoundHome | "again";

/** An owner that lets this process in. */
async function meet(connection: Connection, parts: Meeting): Promise<Met> {
  const state = await askOwner(connection, parts.host);
  const status = state === "awake" ? await connection.request("system.status", {}) : null;
  if (status?.ok !== true) {
    await connection.close();
    return state === "silent" ? askAboutSilent(parts) : "again";
  }
  const answer = parts.mayJoin ? "use" : await parts.ask.beside(besideWords(status.value));
  switch (answer) {
    case "use":
      return { kind: "beside", connection };
    case "take":
      return takeOver(connection, parts);
    case "cancel":
      await connection.close();
      return { kind: "none", message: null };
    default:
      return assertNever(answer);
  }
}

function besideWords({ place, startedAt, runs }: Status) {
  return { place, since: startedAt, runs: runs.filter(({ state }) => state === "running").length };
}

/** The owner ends as its person would end it; one that knows no such wish, or does not come to it, is ended from outside. */
async function takeOver(connection: Connection, parts: Meeting): Promise<Met> {
  const { host, patience } = parts;
  const over = Promise.withResolvers<"gone" | "late">();
  connection.onClose(() => over.resolve("gone"));
  const asked = await connection.request("system.end", {});
  if (asked.ok || asked.error.code === "disconnected") {
    using _late = host.setTimer(patience.end, () => over.resolve("late"));
    if ((await over.promise) === "gone") return "again";
  }
  await connection.close();
  return asked.ok ? askAboutSilent(parts) : endIt(parts);
}

async function askAboutSilent(parts: Meeting): Promise<Met> {
  const answer = await parts.ask.silent();
  switch (answer) {
    case "wait":
      return "again";
    case "end":
      return endIt(parts);
    case "cancel":
      return { kind: "none", message: null };
    default:
      return assertNever(answer);
  }
}

async function endIt({ host, files, startOf, patience }: Meeting): Promise<Met> {
  const end = await endOwner({ host, files, startOf, patienceMs: patience.kill });
  host.log("warn", "the other owner of the home was ended from here", { end });
  return end === "ended" ? "again" : { kind: "none", message: text("desktop.owner.notEnded") };
}
