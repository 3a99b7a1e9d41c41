import type { Answer, Call } from '../records/call.ts';
import type { Problem } from '../refusal.ts';
import type { Scope } from '../resources/choices.ts';
import type { JsonSchema } from '../schema/json-schema.ts';
import type { Directory } from '../store/directory.ts';

/** A parameter of the query string; its schema sees the text as sent. */
export interface QueryParameter {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly description: string;
  readonly required?: true;
  /** The name under which the document keeps it, where several operations have the same. */
  readonly component?: string;
  /** The operation's own `judgeQuery` says what is wrong with it; the schema is for the document. */
  readonly judged?: true;
  /** The parameters that it cannot be given together with, each with what there is to say of it. */
  readonly excludes?: Readonly<Record<string, string>>;
  /** It names a record; when there is none, the answer is 404. */
  readonly namesRecord?: true;
}

/** A request that has passed the credential, scope and query checks. */
export interface OperationRequest {
  readonly call: Call;
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  /** The parsed body, undefined where the operation has none; not yet validated. */
  readonly body: unknown;
  /** What `If-Match` says of the record that is to change. */
  readonly ifMatch: string | undefined;
  /** The header `Prefer`. */
  readonly prefer: string | undefined;
  /** The header `Last-Event-ID`. */
  readonly lastEventId: string | undefined;
  /** Throws a `Refusal` once the credential is no longer good. */
  readonly reauthenticate: () => Promise<unknown>;
  /** Path and query as asked for, for `Link` headers. */
  readonly target: string;
}

/** Answers a request. */
export type Handle = (request: OperationRequest) => Promise<Answer>;

/** A query as its operation reads it: what is wrong with it, and how a request with it is answered when nothing is. */
export interface JudgedQuery {
  readonly problems: readonly Problem[];
  readonly handle: Handle;
}

/** One method on one path below the version prefix: the route, its guard and its entry in the document. */
export type Operation = Described & Handled;

interface Described {
  /** `createProject`: the operationId of the document. */
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Below `/api/2023-01`, parameters in braces: `/projects/{id}`. */
  readonly path: string;
  readonly summary: string;
  /** What the document says besides the summary, in whole sentences. */
  readonly explanation?: string;
  readonly tag: string;
  readonly scope: Scope;
  /** Also needs the role `admin`. */
  readonly adminOnly?: true;
  /** Changes what is one's own, with any role; what is another's with scope and role `admin`, as its handler checks. */
  readonly ofOneself?: true;
  readonly query: readonly QueryParameter[];
  /** The body, wrapper included; without it only an empty one is taken. */
  readonly request?: JsonSchema;
  /** The body may be left out. */
  readonly isRequestOptional?: true;
  readonly status: 200 | 201 | 202 | 204;
  /** The answer's body, wrapper included; none with 204. */
  readonly response?: JsonSchema;
  /** Its answer is no JSON but server-sent events, of which `response` describes the data of one. */
  readonly streams?: true;
}

/** An operation with parameters that it judges itself reads them once, for the check and for the answer. */
type Handled =
  | { readonly handle: Handle }
  | { readonly judgeQuery: (query: OperationRequest['query'], directory: Directory) => JudgedQuery };
