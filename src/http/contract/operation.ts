import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type { Config } from '../../config.ts';
import type { Files } from '../../files/open-files.ts';
import type { RequestContext, StoreContext } from '../../records/request-context.ts';
import type { Problem } from '../../refusal.ts';
import type { TokenScope } from '../../resources/vocabulary/choices.ts';
import type { JsonSchema } from '../../schema/json-schema.ts';
import type { Directory } from '../../store/rows/directory.ts';
import type { Answer } from './answer.ts';
import type { EventFeed } from '../../events/feed.ts';
import type { AddressRules } from '../../events/safe-address.ts';
import type { Validator } from '../../schema/validator.ts';
import type { BackupSettings } from '../../transfer/backups/backup-status.ts';

/** A parameter of the query string. Its schema validates the text as sent. */
export interface QueryParameter {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly description: string;
  readonly required?: true;
  /** The name of its component in the document, if several operations share it. */
  readonly component?: string;
  /** The operation's `judgeQuery` validates it; the schema is only for the document. */
  readonly judged?: true;
  /** The parameters that exclude it, each with the end of the error message. */
  readonly excludes?: Readonly<Record<string, string>>;
  /** The service accepts it; the document describes it under other names. */
  readonly undescribed?: true;
  /** The document describes it; the service accepts the names that clients build from it. */
  readonly onlyDescribed?: true;
  /** It names a record. If the record does not exist, the response is 404. */
  readonly namesRecord?: true;
}

/** The idempotency key of a request. */
export interface RequestKey {
  readonly key: string;
  /** SHA-256 of method, path, query, acting user, condition and body bytes, in hex. */
  readonly fingerprint: string;
  /** The key for a response with a secret, derived from the credential. Only the token's bearer can read it again. */
  readonly sealingKey: () => Uint8Array;
}

/** A file that arrives while the operation runs. */
export interface Upload {
  readonly body: Readable;
  readonly headers: IncomingHttpHeaders;
  /** Milliseconds without a byte after which the service gives up. */
  readonly stall: number;
  /** The idempotency key of the request, if the client sends one. @param digest of the file. */
  readonly keyOf: (digest: Uint8Array) => RequestKey | undefined;
}

/** A request that has passed the credential, scope and query checks. */
export interface OperationRequest {
  readonly context: StoreContext;
  /** The idempotency key of a change, if the client sends one. */
  readonly idempotency?: RequestKey;
  readonly path: Readonly<Record<string, string>>;
  /** The external id by which the path names the record whose id is in `path`. */
  readonly externalId?: string;
  readonly query: Readonly<Record<string, string>>;
  /** The parsed body, not yet validated; undefined if the operation takes none. */
  readonly body: unknown;
  /** The rows of a bulk body. */
  readonly rows: BulkText | undefined;
  /** The body of an operation that takes a file. */
  readonly upload?: Upload;
  /** The record versions in `If-Match`. */
  readonly versions: readonly number[] | undefined;
  /** The header `If-Match`. */
  readonly ifMatch: string | undefined;
  /** The header `If-None-Match`. */
  readonly ifNoneMatch: string | undefined;
  /** The header `Range`. */
  readonly range: string | undefined;
  /** The header `If-Range`. */
  readonly ifRange: string | undefined;
  /** The header `Prefer`. */
  readonly prefer: string | undefined;
  /** The header `Last-Event-ID`. */
  readonly lastEventId: string | undefined;
  /** The current directory and time. Throws a `Refusal` once the credential is no longer valid. */
  readonly reauthenticate: () => Promise<Pick<RequestContext, 'directory' | 'at'>>;
  /** The requested path and query, for `Link` headers. */
  readonly target: string;
  /**
   * Verifies a password of the acting user. A wrong one counts as a failed sign-in with this e-mail address.
   * @throws {Refusal} `rate_limit_exceeded` after too many wrong ones.
   */
  readonly guess: (email: string, isRight: () => Promise<boolean>) => Promise<boolean>;
  /** The URL of the service for addresses in the answer, without a trailing slash. */
  readonly serviceUrl: string;
  /** Whether the client reaches the service over HTTPS. */
  readonly isHttps: boolean;
  /** Whether the client wants no body. */
  readonly isHead: boolean;
  /** Tells when the client disconnects. */
  readonly gone: () => AbortSignal;
}

/** The object that a request names, and the versions from its condition. */
export const namedBy = ({ path: { id = '' }, versions }: OperationRequest) => ({ id, versions });

/** Handles a request. */
export type Handle = (request: OperationRequest) => Promise<Answer>;

/** A query parsed by its operation: its problems, and the handler to run if there are none. */
export interface JudgedQuery {
  readonly problems: readonly Problem[];
  readonly handle: Handle;
}

/** Parses the query of a request. @param now the instant of the request. */
export type JudgeQuery = (query: OperationRequest['query'], directory: Directory, now: Date) => JudgedQuery;

/** One method on one path below the version prefix. It defines the route, its checks and its entry in the document. */
export type Operation = Described & Handled;

interface Described {
  /** The operationId in the document: `createProject`. */
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** The path below `/api/2023-01`, with parameters in braces: `/projects/{id}`. */
  readonly path: string;
  /** A parameter of the path that has only these values; the service has a route for each. */
  readonly pathChoice?: { readonly name: string; readonly values: readonly string[]; readonly description: string };
  readonly summary: string;
  /** The document's text after the summary, in whole sentences. It does not repeat the summary. */
  readonly explanation?: string;
  readonly tag: string;
  readonly scope: TokenScope;
  /** The operation also needs the scope and the role `admin`. */
  readonly adminOnly?: true;
  /**
   * Any role may change the user's own things. With `and others`, the handler requires scope and role `admin` for those
   * of others.
   */
  readonly ofOneself?: 'only' | 'and others';
  readonly query: readonly QueryParameter[];
  /** The schema of the body, wrapper included. Without it, the body must be empty. */
  readonly request?: JsonSchema;
  /** The body is an array of rows, which are parsed one by one. `body` is then undefined. */
  readonly rows?: RowParserSettings;
  /** The body is a file of one of these media types, which the handler reads while it arrives. */
  readonly upload?: readonly string[];
  /** The body is optional. */
  readonly isRequestOptional?: true;
  readonly status: 200 | 201 | 202 | 204;
  /** The status is 201 if the request creates the record. */
  readonly mayCreate?: true;
  /** The path also takes `external_id:` and the external id of a live record instead of its id. */
  readonly takesExternalIds?: true;
  /** A 201 whose object has no path of its own, so that the answer has no `Location`. */
  readonly unaddressed?: true;
  /** The schema of the response body, wrapper included; none with 204. */
  readonly response?: JsonSchema;
  /** The schema of each record of the body with `fields` in the query: it lacks the other keys. */
  readonly sparse?: JsonSchema;
  /** The response has an `ETag`; if `If-None-Match` names it, the response is a 304 without a body. */
  readonly revalidates?: true;
  /** The response is a file in one of these formats. They take the place of `response`; each names its example. */
  readonly files?: Readonly<Record<string, { readonly mediaType: string; readonly schema: JsonSchema }>>;
  /** A client may ask for a part of the file with `Range`. */
  readonly takesRange?: true;
  /** The most bytes of the response to a change that may take long and holds room for it; 1 MiB unless given. */
  readonly answerBytes?: number;
  /** The response is a stream of server-sent events. `response` describes the data of one event. */
  readonly streams?: true;
}

/** The paths of an operation's routes, each with the values of the parameters that it replaces. */
export const servedPaths = ({
  path,
  pathChoice,
}: Pick<Operation, 'path' | 'pathChoice'>): { path: string; values: Record<string, string> }[] =>
  pathChoice
    ? pathChoice.values.map((value) => ({
        path: path.replace(`{${pathChoice.name}}`, value),
        values: { [pathChoice.name]: value },
      }))
    : [{ path, values: {} }];

/** An operation that validates its own parameters parses them once, for both the check and the response. */
type Handled = { readonly handle: Handle } | { readonly judgeQuery: JudgeQuery };

/** The dependencies of the operations. */
export interface OperationDependencies {
  readonly validator: Validator;
  /** The live event feed. */
  readonly feed: EventFeed;
  /** The rules for webhook target addresses. */
  readonly addressRules: AddressRules;
  readonly config: BackupSettings & Pick<Config, 'importMaxBytes'>;
  /** The contents of files. */
  readonly files: Files;
}

/** The unparsed text of one row of a body. */
export interface RowText {
  /** In characters, as sent. */
  readonly length: number;
  /** The number of values in the row, including the row itself and nested values. */
  readonly values: number;
  readonly keys: number;
  /** Whether this row and the rows before it stay within the limit of different keys. */
  readonly hasFewNames: boolean;
  readonly parse: () => unknown;
}

/** A body that holds an array of rows. */
export interface BulkText {
  /** The first rows, up to the limit; null if the body is not an object with the one key and an array under it. */
  readonly rows: readonly RowText[] | null;
  readonly count: number;
}

/** The settings for a parser of rows. */
export interface RowParserSettings {
  /** The key of the array. */
  readonly key: string;
  /** The limit of rows to keep. Further rows are only counted. */
  readonly most: number;
}
