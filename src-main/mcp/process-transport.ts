import {
  deserializeMessage,
  SdkError,
  SdkErrorCode,
  serializeMessage,
  type Transport,
} from "@modelcontextprotocol/client";
import type { Clock } from "../host.ts";
import { text } from "../settings/text.ts";
import type { ServiceProcess } from "../tools/service-process.ts";
import { createLineReader } from "./line-reader.ts";

/** A longer message is not read: nothing that a model could use is that long. */
export const maxMessageChars = 16 * 1024 * 1024;
/** Of a line of the log. */
const maxLineChars = 2000;
/** What a process said last may come after its end; what its helpers say later is nobody's. */
const drainMs = 200;

export interface ProcessSurroundings {
  readonly clock: Clock;
  /** A line for the log: what it wrote that is no message. */
  readonly onLine: (line: string) => void;
}

/**
 * Speaks with a program through its stdin and stdout, a message a line. What is no message goes into the log, since servers
 * print greetings; a message that is too long ends the process. Closing ends the process.
 */
export function createProcessTransport(process: ServiceProcess, { clock, onLine }: ProcessSurroundings): Transport {
  const transport: Transport = {
    async start() {
      const words = createLineReader(onLine, { most: maxLineChars, whenLonger: "cut" });
      const messages = createLineReader(read, { most: maxMessageChars, whenLonger: "stop" });
      const { promise: drained, resolve: drain } = Promise.withResolvers<void>();
      process.stderr.on("data", words.push);
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
    send: (message) =>
      new Promise((resolve, reject) => {
        process.stdin.write(serializeMessage(message), (cause) => {
          if (cause) reject(new SdkError(SdkErrorCode.SendFailed, cause.message, undefined, { cause }));
          else resolve();
        });
      }),
    close: () => process.end(),
  };

  function read(line: string): void {
    if (line.trim() === "") return;
    let message: ReturnType<typeof deserializeMessage>;
    try {
      message = deserializeMessage(line);
    } catch {
      onLine(line.slice(0, maxLineChars));
      return;
    }
    transport.onmessage?.(message);
  }

  return transport;
}
