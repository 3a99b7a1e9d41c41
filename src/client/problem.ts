/** One fault of a request, as a problem document lists it. */
export interface Fault {
  /** The place in the body, as a JSON pointer: `/project/amount`. */
  readonly pointer?: string;
  /** The query parameter or header. */
  readonly parameter?: string;
  readonly code: string;
  readonly message: string;
  readonly [member: string]: unknown;
}

/** A problem document (RFC 9457). */
export interface Problem {
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: string;
  readonly errors?: readonly Fault[];
  readonly [member: string]: unknown;
}

/** The service refused a request. */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly problem: Problem;
  /** The request's id in the log of the service. */
  readonly requestId: string | null;
  /** The current version of the record, with a 412. */
  readonly version: number | null;

  constructor(problem: Problem, headers: Headers) {
    super(problem.detail);
    this.problem = problem;
    this.requestId = headers.get('x-request-id');
    this.version = versionOf(headers);
  }

  get status(): number {
    return this.problem.status;
  }

  get faults(): readonly Fault[] {
    return this.problem.errors ?? [];
  }
}

/** The service did not answer. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable';
}

/** The version of a record, from the entity tag of an answer; null if it has none. */
export function versionOf(headers: Headers): number | null {
  const [, version] = /^(?:W\/)?"(\d+)"$/.exec(headers.get('etag') ?? '') ?? [];
  return version === undefined ? null : Number(version);
}

/** The problem document of an answer; one made from the status if a proxy answered in its place. */
export async function problemOf(answer: Response): Promise<Problem> {
  const { status } = answer;
  const body: unknown = await answer.json().catch(() => null);
  if (isProblem(body)) return body;
  const title = answer.statusText || `Status ${status}`;
  return { title, status, detail: `The service answered ${status} without saying why.`, code: 'unknown' };
}

const isProblem = (body: unknown): body is Problem =>
  typeof body === 'object' && body !== null && 'code' in body && 'detail' in body && 'status' in body;
