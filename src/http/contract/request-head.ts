import type { IncomingHttpHeaders } from 'node:http';

/** The head of a request, by a socket or without one. A request of Fastify has the same keys. */
export interface RequestHead {
  /** The id of the request, as in the log and the history. */
  readonly id: string;
  readonly method: string;
  /** The path and the query, as sent. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  /** The address of the client. A trusted proxy may give it, the protocol and the host. */
  readonly ip: string;
  readonly protocol: string;
  readonly host: string;
  /** The URL of the service for addresses in the answer, without a trailing slash. */
  readonly serviceUrl: string;
}
