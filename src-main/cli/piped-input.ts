import type { Readable } from "node:stream";
import { maxMessageChars } from "../../src-preload/contract/bounds.ts";
import type { Clock } from "../host.ts";
import { text } from "../words.ts";

/** As much of a pipe as goes with a message, in characters: what models of today can read at once. */
export const maxPipedChars = 400_000;
/** A program that starts this one with a socket as stdin often leaves it open; what it writes is there at once. */
const socketMs = 100;
/** The first words of a command in front of a pipe may take long; a pipe that nobody writes to must not hang a script. */
const pipeMs = 10_000;
/** After this a person at a keyboard wants to know what is waited for. */
const noticeMs = 3000;

export interface Piped {
  readonly stdin: Readable & { unref?(): unknown };
  /** `none`: a terminal, or nothing that can hold words (`/dev/null`). */
  readonly kind: "none" | "socket" | "pipe";
  /** Without it there is no message: it is waited for as long as it takes. */
  readonly isNeeded: boolean;
  readonly clock: Clock;
  say(line: string): void;
}

/** What is piped in, whole or as much as goes along; the empty text when there is nothing. */
export async function readPiped({ stdin, kind, isNeeded, clock, say }: Piped): Promise<string> {
  if (kind === "none") return "";
  const read = Promise.withResolvers<string>();
  const parts: string[] = [];
  let length = 0;
  let isGivenUp = false;
  // A pipe that is the message is refused as a whole where it is too long.
  const most = isNeeded ? maxMessageChars + 1 : maxPipedChars;
  const settle = (): void => read.resolve(parts.join("").slice(0, most));
  const giveUp = (): void => {
    isGivenUp = true;
    settle();
  };
  const timers: Disposable[] = [];
  if (kind === "pipe") timers.push(clock.setTimer(noticeMs, () => say(text("cli.pipedWait"))));
  if (!isNeeded) timers.push(clock.setTimer(kind === "pipe" ? pipeMs : socketMs, giveUp));
  const cancel = (): void => {
    for (const timer of timers) timer[Symbol.dispose]();
  };
  stdin.setEncoding("utf8");
  stdin.on("data", (chunk: string) => {
    cancel();
    parts.push(chunk);
    length += chunk.length;
    if (length <= most && !isGivenUp) return;
    if (isGivenUp) say(text("cli.pipedLate"));
    else if (!isNeeded) say(text("cli.pipedCut", { count: most }));
    settle();
    // Whoever writes into it is told by the end of the pipe.
    stdin.destroy();
  });
  stdin.once("end", settle);
  stdin.once("error", settle);
  const words = await read.promise;
  cancel();
  if (isGivenUp) stdin.unref?.();
  return words;
}

/** A message with what was piped in: that one stands behind it, and is the message where there is no other. */
export function withPiped(message: string | null, piped: string): string {
  const content = piped.replace(/\n$/, "");
  if (message === null) return content;
  return content.trim() === "" ? message : `${message}\n\n<stdin>\n${content}\n</stdin>`;
}
