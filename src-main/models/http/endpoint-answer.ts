import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";
import type { AnswerHeaders } from "../errors/retry-after.ts";

/** An answer with a good status, its body still to come. */
export interface EndpointAnswer {
  readonly incoming: IncomingMessage;
  /** The body without its `content-encoding`. */
  readonly stream: Readable;
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
