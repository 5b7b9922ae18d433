import { StringDecoder } from "node:string_decoder";

export interface LineReaderOptions {
  /** The longest line, in characters (UTF-16 units). */
  readonly most: number;
  /** `cut`: the rest of a longer line is dropped. `stop`: nothing is read any more. */
  readonly whenLonger: "cut" | "stop";
}

export interface LineReader {
  /** False once it has stopped. */
  readonly push: (chunk: Buffer) => boolean;
  /** Hands over what has no end of line. */
  readonly end: () => void;
}

/** Cuts a stream of bytes into lines. */
export function createLineReader(onLine: (line: string) => void, { most, whenLonger }: LineReaderOptions): LineReader {
  const decoder = new StringDecoder("utf8");
  let parts: string[] = [];
  let length = 0;
  let hasStopped = false;

  function add(text: string): void {
    if (length + text.length > most && whenLonger === "stop") hasStopped = true;
    const kept = text.slice(0, Math.max(0, most - length));
    if (kept !== "") parts.push(kept);
    length += kept.length;
  }

  function finish(): void {
    const line = parts.join("");
    parts = [];
    length = 0;
    onLine(line.endsWith("\r") ? line.slice(0, -1) : line);
  }

  return {
    push(chunk) {
      const [first = "", ...rest] = decoder.write(chunk).split("\n");
      if (!hasStopped) add(first);
      for (const line of rest) {
        if (hasStopped) break;
        finish();
        add(line);
      }
      return !hasStopped;
    },
    end() {
      if (!hasStopped && length > 0) finish();
    },
  };
}
