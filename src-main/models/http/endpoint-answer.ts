import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";
import type { AnswerHeaders } from "../errors/retry-after.ts";

/** A good answer whose body is a Node stream: read without going through web streams, which cost a promise a chunk. */
export class EndpointAnswer extends Response {
  readonly incoming: IncomingMessage;
  readonly stream: Readable;

  constructor(incoming: IncomingMessage, stream: Readable) {
    super(null, { status: 200 });
    this.incoming = incoming;
    this.stream = stream;
  }
}

/** An answer with a failing status, with its body kept; the client library would lose it. */
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
