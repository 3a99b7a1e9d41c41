import { Readable } from 'node:stream';
import type { Clock } from '../../clock.ts';
import type { Config } from '../../config.ts';
import { usualPace } from '../../events/background.ts';
import { EventFeed } from '../../events/feed.ts';
import { openFiles } from '../../files/open-files.ts';
import { addressRulesOf } from '../../events/safe-address.ts';
import type { Gate } from '../../http/admission/request-under-way.ts';
import { Guards } from '../../http/admission/guards.ts';
import type { Answer } from '../../http/contract/answer.ts';
import { type Door, type DoorRequest, openDoor } from '../../http/door/door.ts';
import { errorCodes } from '../../http/errors/error-codes.ts';
import { faultHeaders, faultOf, occurrenceIn, problemDetails } from '../../http/errors/problem-details.ts';
import { operations } from '../../http/operations/operations.ts';
import { listeningUrl } from '../../listening-url.ts';
import { createLog } from '../../log.ts';
import { adminContext } from '../../records/access/accounts.ts';
import { createValidator } from '../../schema/validator.ts';
import type { OpenStore } from '../../store/store.ts';
import type { Service } from '../running-service.ts';

/** An account in the open database, with the settings of a service. */
export interface LocalAccount {
  readonly store: OpenStore;
  readonly config: Config;
  readonly clock: Clock;
  readonly accountId: string;
}

/**
 * Does work with the API of an account in this process, as the operator: an admin with all scopes and without limits.
 * An unexpected failure is thrown as it is, not as the answer to a request.
 */
export async function withLocalService<Result>(
  account: LocalAccount,
  work: (service: Service) => Promise<Result>,
): Promise<Result> {
  const { config, store } = account;
  const serviceUrl = config.publicUrl ?? listeningUrl(config.host, config.port);
  const log = createLog('warn');
  const failed = (err: unknown): void => log.warn({ err }, 'new events could not be read');
  await using feed = new EventFeed({ engine: store.engine, ...usualPace, failed });
  const failures: unknown[] = [];
  const addressRules = addressRulesOf(config);
  const served = operations({ feed, validator: createValidator(), addressRules, config, files: openFiles(config) });
  const fetch = fetchThrough(openDoor(served, gateOf(account), log), serviceUrl, failures);
  try {
    return await work({ url: inProcess, token: 'operator', fetch, isLocal: true });
  } catch (error) {
    throw failures[0] ?? error;
  }
}

/** The address in requests. It has no path, which the URL of the service may have. */
const inProcess = 'http://localhost';

/** A user who can open the database is the operator. */
const gateOf = ({ store, clock, accountId }: LocalAccount): Gate => ({
  store,
  clock,
  guards: new Guards({ tokens: null, accounts: null, addresses: null }, { now: () => performance.now(), clock }),
  authenticate: async () => ({
    ...adminContext(await store.directories.reload(accountId), clock.now()),
    credential: { text: 'operator', isSession: false },
  }),
});

/** A `fetch` that needs no socket. @param failures receives what is no answer to a request. */
const fetchThrough =
  (door: Door, serviceUrl: string, failures: unknown[]): typeof fetch =>
  async (input, init = {}) => {
    const request = requestOf(new URL(input instanceof Request ? input.url : input), init, serviceUrl);
    try {
      return responseOf(await door(request), request.signal);
    } catch (error) {
      const fault = faultOf(error);
      if (fault.code === 'internal') failures.push(error);
      const { status } = errorCodes[fault.code];
      return new Response(problemDetails(fault, occurrenceIn(request)), { status, headers: faultHeaders(fault) });
    }
  };

function requestOf({ protocol, host, pathname, search }: URL, init: RequestInit, serviceUrl: string): DoorRequest {
  const headers = Object.fromEntries(new Headers(init.headers));
  // No answer gets lost on its way, so none is stored.
  delete headers['idempotency-key'];
  const { method = 'GET', body, signal } = init;
  return {
    id: 'cli',
    method,
    url: pathname + search,
    headers,
    ip: '127.0.0.1',
    protocol: protocol.slice(0, -1),
    host,
    serviceUrl,
    body: body instanceof ReadableStream ? Readable.fromWeb(body) : Buffer.from(typeof body === 'string' ? body : ''),
    signal: signal ?? new AbortController().signal,
  };
}

function responseOf({ status, headers = {}, body, bytes, stream, ended }: Answer, gone: AbortSignal): Response {
  if (!stream)
    return new Response(status === 204 ? null : (body ?? (bytes && Buffer.from(bytes)) ?? null), { status, headers });
  const pieces = Readable.from(stream(gone), { objectMode: false }).once('close', () => ended?.());
  return new Response(Readable.toWeb(pieces) as ReadableStream, { status, headers });
}
