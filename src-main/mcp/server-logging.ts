import type { Client, LoggingMessageNotificationParams } from "@modelcontextprotocol/client";
import { reasonOf } from "../thrown.ts";
import { text } from "../words.ts";
import type { AskOptions } from "./connection-offers.ts";
import { untilStopped } from "./until-stopped.ts";

interface LogOptions extends AskOptions {
  readonly onLog: (line: string) => void;
}

/** What is less than this is told by a server to who looks for its faults. */
export const leastLevel = "info";
const mostLogChars = 2000;

/** One that keeps a log is asked for it, and goes on without where it refuses. In the newest protocol each call asks for it. */
export async function wantLogs(client: Client, { timeoutMs, signal, onLog }: LogOptions): Promise<void> {
  if (client.getServerCapabilities()?.logging === undefined || client.getProtocolEra() === "modern") return;
  try {
    await untilStopped(client.setLoggingLevel(leastLevel, { timeout: timeoutMs }), signal);
  } catch (cause) {
    onLog(text("mcp.log.noLevel", { reason: reasonOf(cause) }));
  }
}

/** As a line of its log, cut. */
export function logLine({ level, logger, data }: LoggingMessageNotificationParams): string {
  const words = typeof data === "string" ? data : JSON.stringify(data ?? null);
  return `[${level}] ${logger === undefined ? "" : `${logger}: `}${words}`.slice(0, mostLogChars);
}
