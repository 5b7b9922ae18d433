import type { McpLogLine } from "../../src-preload/contract/mcp.ts";
import type { Clock } from "../host.ts";

const mostLines = 500;
/** A server that writes without end is told of so often. */
const tellMs = 100;
/** Of what is told at once; what is between is in the log when it is read. */
const mostTold = 100;

/** The last lines of a server, without control characters. */
export interface ServerLog extends Disposable {
  readonly lines: readonly McpLogLine[];
  add(from: McpLogLine["from"], text: string): void;
}

interface ServerLogOptions {
  readonly clock: Clock;
  readonly redact: (text: string) => string;
  readonly tell: (lines: readonly McpLogLine[]) => void;
}

export function createServerLog({ clock, redact, tell }: ServerLogOptions): ServerLog {
  let lines: readonly McpLogLine[] = [];
  let untold: McpLogLine[] = [];
  let timer: Disposable | null = null;

  function flush(): void {
    const told = untold.slice(-mostTold);
    untold = [];
    tell(told);
  }

  return {
    get lines() {
      return lines;
    },
    add(from, text) {
      const line: McpLogLine = { time: clock.now(), from, text: redact(plain(text)) };
      lines = [...lines.slice(1 - mostLines), line];
      untold.push(line);
      if (untold.length > mostTold) untold.shift();
      if (untold.length === 1) timer = clock.setTimer(tellMs, flush);
    },
    [Symbol.dispose]: () => timer?.[Symbol.dispose](),
  };
}

/** Colours of a terminal, and what else is not for reading. */
function plain(text: string): string {
  return text.replace(/\u001b\[[0-9;?]*[A-Za-z]/g, "").replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, "");
}
