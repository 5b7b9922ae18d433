import { StringDecoder } from "node:string_decoder";
import type { KeyStream } from "../keys/key-stream.ts";
import { createOutputCollector } from "../processes/output-collector.ts";
import type { ServiceProcess } from "../processes/service-process.ts";
import { tailOf } from "../text-ends.ts";

const keptChars = 256 * 1024;
const newsChars = 64 * 1024;
const tailChars = 4000;

/** What a command writes, without keys and within bounds. */
export interface CommandOutput {
  readonly tail: string;
  /** Head and tail of all of it. */
  all(): string;
  hasNews(): boolean;
  /** What came since the last time. */
  takeNews(): { readonly text: string; readonly isCut: boolean };
  /** Nothing comes any more. */
  close(): void;
}

export function collectOutput(
  { stdout, stderr }: Pick<ServiceProcess, "stdout" | "stderr">,
  withoutKeys: (tell: (text: string) => void) => KeyStream,
  onText: () => void,
): CommandOutput {
  const all = createOutputCollector(keptChars, keptChars);
  let news = createOutputCollector(newsChars, newsChars);
  let hasNews = false;
  let tail = "";
  const shown = withoutKeys((text) => {
    if (text === "") return;
    all.add(text);
    news.add(text);
    hasNews = true;
    tail = tailOf(tail + text, tailChars);
    onText();
  });
  for (const stream of [stdout, stderr]) {
    const decoder = new StringDecoder("utf8");
    stream.on("data", (chunk: Buffer) => shown.push(decoder.write(chunk)));
  }
  return {
    get tail() {
      return tail;
    },
    all: all.text,
    hasNews: () => hasNews,
    takeNews() {
      const taken = { text: news.text(), isCut: news.isCut() };
      news = createOutputCollector(newsChars, newsChars);
      hasNews = false;
      return taken;
    },
    close: shown.end,
  };
}
