import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";
import type { AnswerHeaders } from "../errors/retry-after.ts";

/** A good answer. Its body is a Node stream: web streams cost a promise a chunk. */
export interface EndpointAnswer {
  readonly incoming: IncomingMessage;
  /** The body, decompressed. */
  readonly stream: Readable;
  /** The end of a body that broke off, as the failure that it is: perhaps the proxy's. */
  readonly broken: (cause: Error) => unknown;
}

/** An answer with a failing status, with its body kept. */
export class EndpointFailure extends Error {
  readonly status: number;
  readonly headers: AnswerHeaders;
  readonly body: string;

  constructor(status: number, headers: AnswerHeaders, body: string) {
    super(`HTTP ${status}`);
    this.name = "EndpointFailure";
    this.status = status;
    this.headers = headers;
    this.body = body;
  }
}
