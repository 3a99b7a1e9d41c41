import type { Log } from '../../log.ts';
import { admit } from '../admission/admission.ts';
import type { Gate } from '../admission/request-under-way.ts';
import type { Answer } from '../contract/answer.ts';
import { missingPath } from '../contract/missing-path.ts';
import type { Operation } from '../contract/operation.ts';
import type { RequestHead } from '../contract/request-head.ts';
import { splitTarget } from '../contract/request-target.ts';
import { malformedRequest, notPercentEncoded } from '../errors/problem-details.ts';
import { bodyLimit, tooLarge } from '../request/receive-body.ts';
import { apiPrefix } from '../../version.ts';
import { callOperation, type OperationRoute, type ReceivedRequest, routesOf } from './call-operation.ts';

/** A request to the door: its head, and its body as bytes, or as a `Readable` for an operation that takes a file. */
export interface DoorRequest extends RequestHead {
  readonly body: unknown;
  /** Tells when the caller wants no answer any more. */
  readonly signal: AbortSignal;
}

/** Calls operations without a socket. @throws what `faultOf` turns into the answer of the API. */
export type Door = (request: DoorRequest) => Promise<Answer>;

/** The time for the next byte of a file to arrive, in milliseconds. */
const stallMs = 60_000;

/** Opens a door to operations. Their checks are those of a request by HTTP; the gate says who the caller is. */
export function openDoor(operations: readonly Operation[], gate: Gate, log: Log): Door {
  const routes = operations.flatMap((operation) => routesOf(operation, gate)).map(patternOf);
  return async ({ signal, ...sent }) => {
    const { route, params } = found(routes, sent);
    const request: ReceivedRequest = { ...sent, params, log, actor: null, admission: null, databaseTime: null };
    const headers: Record<string, string> = {};
    const answerHead = { headers: (more: Readonly<Record<string, string>>) => Object.assign(headers, more) };
    await admit(request, answerHead, route);
    const { body } = sent;
    if (body instanceof Uint8Array && body.length > bodyLimit(route.operation)) throw tooLarge();
    const answer = await callOperation(route, request, answerHead, { stall: stallMs, gone: () => signal });
    return { ...answer, headers: { ...headers, ...answer.headers } };
  };
}

/** A route, with the expression that its paths match. */
interface Pattern {
  readonly route: OperationRoute;
  readonly expression: RegExp;
  readonly parameters: number;
}

function patternOf(route: OperationRoute): Pattern {
  const source = (apiPrefix + route.path).replace(/[.]/g, '\\.').replace(/\{(\w+)\}/g, '(?<$1>[^/]+)');
  return { route, expression: new RegExp(`^${source}$`), parameters: route.path.split('{').length - 1 };
}

/** The route of a request. A path of a route with fewer parameters comes first: `/users/me` before `/users/{id}`. */
function found(
  routes: readonly Pattern[],
  { method, url }: RequestHead,
): { readonly route: OperationRoute; readonly params: Readonly<Record<string, string>> } {
  const { path } = splitTarget(url);
  const fitting = routes.flatMap(({ route, expression, parameters }) => {
    const match = route.operation.method === method ? expression.exec(path) : null;
    return match ? [{ route, parameters, groups: match.groups ?? {} }] : [];
  });
  const [closest] = fitting.sort((one, other) => one.parameters - other.parameters);
  if (!closest) throw missingPath(path);
  const params = Object.entries(closest.groups).map(([name, value]) => [name, decoded(value)] as const);
  return { route: closest.route, params: Object.fromEntries(params) };
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch (cause) {
    throw malformedRequest(notPercentEncoded, cause);
  }
}
