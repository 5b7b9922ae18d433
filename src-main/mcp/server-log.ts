import type { McpLogLine } from "../../src-preload/contract/mcp.ts";
import type { Clock } from "../host.ts";
import { text as words } from "../words.ts";
import { plain } from "./plain-text.ts";

const mostLines = 500;
/** A server that writes without end is told of so often. */
const tellMs = 100;
/** Of what it writes between two of these; more lines are counted, not kept. */
const mostAtOnce = 100;

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
  const lines: McpLogLine[] = [];
  let untold: McpLogLine[] = [];
  let written = 0;
  let unkept = 0;
  let timer: Disposable | null = null;

  function keep(from: McpLogLine["from"], text: string): void {
    const line: McpLogLine = { time: clock.now(), from, text };
    lines.push(line);
    if (lines.length > mostLines) lines.shift();
    untold.push(line);
  }

  function flush(): void {
    timer = null;
    if (unkept > 0) keep("perch", words("mcp.log.flood", { count: unkept }));
    const told = untold;
    untold = [];
    written = 0;
    unkept = 0;
    tell(told);
  }

  return {
    get lines() {
      return [...lines];
    },
    add(from, text) {
      timer ??= clock.setTimer(tellMs, flush);
      if (from === "server") written += 1;
      if (from === "server" && written > mostAtOnce) unkept += 1;
      else keep(from, redact(plain(text)));
    },
    [Symbol.dispose]: () => timer?.[Symbol.dispose](),
  };
}
