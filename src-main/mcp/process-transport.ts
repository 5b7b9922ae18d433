import type { Readable } from "node:stream";
import {
  isJSONRPCNotification,
  SdkError,
  SdkErrorCode,
  serializeMessage,
  type Transport,
} from "@modelcontextprotocol/client";
import type { Clock } from "../host.ts";
import type { ServiceProcess } from "../processes/service-process.ts";
import { text } from "../words.ts";
import { createFlow } from "./flow.ts";
import { createLineReader } from "./line-reader.ts";
import type { Mending } from "./mending.ts";

/** A longer message is not read: nothing that a model could use is that long. */
export const maxMessageChars = 16 * 1024 * 1024;
/** Of a line of the log. */
const maxLineChars = 2000;
/** What a process said last may come after its end; what its helpers say later is nobody's. */
const drainMs = 200;

export interface ProcessSurroundings {
  readonly clock: Clock;
  readonly mending: Mending;
  /** A line for the log: what it wrote that is no message. */
  readonly onLine: (line: string) => void;
}

/**
 * Speaks with a program through its stdin and stdout, a message a line. What is no message goes into the log, since servers
 * print greetings; a message that is too long ends the process. Closing ends the process.
 */
export function createProcessTransport(
  process: ServiceProcess,
  { clock, mending, onLine }: ProcessSurroundings,
): Transport {
  const transport: Transport = {
    async start() {
      const words = createLineReader(onLine, { most: maxLineChars, whenLonger: "cut" });
      const messages = createLineReader(read, { most: maxMessageChars, whenLonger: "stop" });
      const { promise: drained, resolve: drain } = Promise.withResolvers<void>();
      const wordFlow = createFlow(clock);
      process.stderr.on("data", (chunk: Buffer) => {
        words.push(chunk);
        pauseUntil(process.stderr, wordFlow.take(chunk.length));
      });
      process.stdout.once("close", drain);
      process.stdout.on("data", (chunk: Buffer) => {
        if (messages.push(chunk)) return;
        onLine(text("mcp.log.tooLong", { count: maxMessageChars }));
        process.stdout.destroy();
        void process.end();
      });
      // A pipe that broke is the end of the process, which is seen anyway.
      process.stdin.on("error", () => undefined);
      void process.exited.then(async () => {
        using _limit = clock.setTimer(drainMs, drain);
        await drained;
        words.end();
        transport.onclose?.();
      });
    },
    send(message) {
      mending.sent(message);
      return new Promise((resolve, reject) => {
        process.stdin.write(serializeMessage(message), (cause) => {
          if (cause) reject(new SdkError(SdkErrorCode.SendFailed, cause.message, undefined, { cause }));
          else resolve();
        });
      });
    },
    close: () => process.end(),
  };
  const noticeFlow = createFlow(clock);

  function read(line: string): void {
    const { messages, words } = mending.received(line);
    for (const word of words) onLine(word.slice(0, maxLineChars));
    for (const message of messages) transport.onmessage?.(message);
    const isAsked = messages.length > 0 && !messages.some(isJSONRPCNotification);
    if (!isAsked) pauseUntil(process.stdout, noticeFlow.take(line.length));
  }

  return transport;
}

function pauseUntil(stream: Readable, room: Promise<void> | null): void {
  if (room === null || stream.isPaused()) return;
  stream.pause();
  void room.then(() => stream.resume());
}
