import type { Schemas } from './operations.ts';
import { versionOf } from './versions.ts';

/** One fault of a request, as a problem document lists it. Further members depend on its code. */
export type Fault = Schemas['Fault'] & { readonly [member: string]: unknown };

/** The reason of a refusal; `unknown` if something else than the service has answered. */
export type ProblemCode = Schemas['Problem']['code'] | 'unknown';

/** A problem document (RFC 9457). */
export type ProblemDocument = Pick<Schemas['Problem'], 'title' | 'status' | 'detail'> & {
  readonly code: ProblemCode;
  readonly errors?: readonly Fault[];
  readonly [member: string]: unknown;
};

/** The service refused a request. */
export class Refused extends Error {
  override readonly name: string = 'Refused';
  readonly problem: ProblemDocument;
  readonly headers: Headers;
  readonly status: number;
  readonly code: ProblemCode;
  readonly problems: readonly Fault[];
  /** The request's id in the log of the service. */
  readonly requestId: string | null;
  /** The current version of the record, with a 412. */
  readonly version: number | null;
  /** The seconds after which another attempt makes sense, if the service says so. */
  readonly retryAfter: number | null;
  /** The record that has the value already, with `already_exists`. */
  readonly existingId: string | null;
  /** The record that this one became a part of. */
  readonly mergedIntoId: string | null;
  /** The index of the first row of the chunk of rows that the service refused; null for any other request. */
  readonly firstRow: number | null = null;

  constructor(problem: ProblemDocument, headers: Headers) {
    super(problem.detail);
    this.problem = problem;
    this.headers = headers;
    this.status = problem.status;
    this.code = problem.code;
    this.problems = problem.errors ?? [];
    this.requestId = headers.get('x-request-id');
    this.version = versionOf(headers);
    this.retryAfter = secondsIn(headers.get('retry-after'));
    this.existingId = idOf(problem['existing_id']);
    this.mergedIntoId = idOf(problem['merged_into_id']);
  }

  /** The faults at a place of the body: `/project/name`. */
  at(pointer: string): readonly Fault[] {
    return this.problems.filter((one) => one.pointer === pointer);
  }
}

/** The service no longer keeps the event after which the client wants to go on. */
export class EventsLost extends Refused {
  override readonly name = 'EventsLost';
}

/** The service did not answer. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable';
  /** Whether another attempt would fail in the same way. */
  readonly isFinal: boolean;

  constructor(message: string, options: { readonly cause?: unknown; readonly isFinal?: boolean } = {}) {
    super(message, options);
    this.isFinal = options.isFinal ?? false;
  }
}

/** The problem document of an answer; one made from the status if a proxy answered in its place. */
export async function problemOf(answer: Response): Promise<ProblemDocument> {
  // An answer that breaks off says nothing about the request: it throws here.
  const body: unknown = await new Response(await answer.text()).json().catch(() => null);
  if (isProblem(body)) return body;
  const { status, statusText: title } = answer;
  return { title, status, detail: `The service answered ${status} without saying why.`, code: 'unknown' };
}

const isProblem = (body: unknown): body is ProblemDocument =>
  typeof body === 'object' && body !== null && 'code' in body && 'detail' in body && 'status' in body;

const idOf = (member: unknown): string | null => (typeof member === 'string' ? member : null);

/** `Retry-After` is a number of seconds, or a date. */
function secondsIn(retryAfter: string | null): number | null {
  if (retryAfter === null) return null;
  const seconds = /^\d+$/.test(retryAfter) ? Number(retryAfter) : (Date.parse(retryAfter) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? null : Math.max(0, seconds);
}
