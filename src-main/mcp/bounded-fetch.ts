import type { FetchLike } from "@modelcontextprotocol/client";
import { maxMessageChars } from "./process-transport.ts";

/**
 * A `fetch` whose answers cannot fill the memory: a body, or one event of a stream, longer than a message may be is an
 * error. Counted after it was unpacked.
 */
export function boundedFetch(fetch: FetchLike): FetchLike {
  return async (address, init) => {
    const answer = await fetch(address, init);
    if (answer.body === null) return answer;
    const isStream = answer.headers.get("content-type")?.includes("text/event-stream") === true;
    const { status, statusText, headers } = answer;
    return new Response(answer.body.pipeThrough(limit(isStream)), { status, statusText, headers });
  };
}

const lineFeed = 0x0a;

function limit(isStream: boolean): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  let count = 0;
  return new TransformStream({
    transform(chunk, controller) {
      // A message of a stream is one line of it.
      const lineEnd = isStream ? chunk.lastIndexOf(lineFeed) : -1;
      count = lineEnd === -1 ? count + chunk.length : chunk.length - lineEnd;
      if (count > maxMessageChars) controller.error(new Error(`an answer of more than ${maxMessageChars} bytes`));
      else controller.enqueue(chunk);
    },
  });
}
