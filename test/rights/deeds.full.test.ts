import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Operation } from '../../src/http/contract/operation.ts';
import type { TokenScope, UserRole } from '../../src/resources/vocabulary/choices.ts';
import { describedOperations } from '../contract/described.ts';
import { runsOf } from '../support/endurance.ts';
import { accountDigest } from '../support/requests/account-digest.ts';
import { type SoundRequest, soundRequest } from '../support/requests/sound-request.ts';
import { targetOf, wireTo } from '../support/requests/wire.ts';
import { makePerson } from '../support/service/browsing.ts';
import type { Client, Reply } from '../support/service/client.ts';
import { startTestService, type TestService } from '../support/service/service.ts';
import { clientOf } from '../support/service/tokens.ts';
import { roles } from './credentials.ts';
import { expectedOf } from './expected.ts';
import { resolve } from '../support/delivery/webhooks.ts';

interface Caller {
  readonly role: UserRole;
  readonly scopes: readonly TokenScope[];
  readonly client: Client;
  readonly token: string;
}

/** Preparing a request to every operation takes a while on a busy machine. */
const patience = 300_000;

let service: TestService;
/** From the fewest rights to the most. */
let callers: readonly Caller[];
beforeAll(async () => {
  service = await startTestService({}, { resolve });
  const users = await Promise.all(roles.map((role) => makePerson(service.first, { role })));
  const sets: (readonly TokenScope[])[] = [
    ['read'],
    ['write'],
    ['admin'],
    ['read', 'write'],
    ['read', 'write', 'admin'],
  ];
  const made = roles.flatMap((role, index) =>
    sets.map(async (scopes) => {
      const { client, text } = await clientOf(service, { userId: users[index]?.id ?? '', scopes });
      return { role, scopes, client, token: text };
    }),
  );
  callers = await Promise.all(made);
});
afterAll(() => service.stop());

const isAdmitted = (operation: Operation, { role, scopes }: Caller): boolean =>
  expectedOf(operation, { title: '', headers: {}, bearer: { role, scopes } }).status === 400;

const sendBy = ({ client }: Caller, { method, path, body, headers }: SoundRequest): Promise<Reply> =>
  client.send(method, path, body, headers);

/** The caller's own things, of which only the admin has some here, and what a credential passes on of its scopes. */
const isOfAdmin = ({ id, ofOneself, path }: Operation): boolean =>
  ofOneself !== undefined || path.includes('/saved_views/') || passing.has(id);

const passing = new Set(['showApiToken', 'showCalendarFeed', 'createPasswordLink', 'createOauthClient']);

/** The status of a stream, which does not end by itself. */
async function statusOfStream(path: string, token: string): Promise<number> {
  using wire = wireTo(service.url);
  return (await wire.send({ method: 'GET', target: targetOf(path), headers: { authorization: token } })).status;
}

const operations = describedOperations();
const table = operations.map((operation) => [operation.id, operation] as const);

/** Every request has objects of its own, made before the first is sent. */
const requests = new Map<string, SoundRequest>();
const requestOf = ({ id }: Operation): SoundRequest => requests.get(id) as SoundRequest;

describe('an operation', () => {
  let before: unknown;
  beforeAll(async () => {
    for (const operation of operations) requests.set(operation.id, await soundRequest(service.first, operation));
    before = await accountDigest(service.engine, service.accounts.first);
  }, patience);

  it.each(table)('is refused to those without the rights: %s', async (_, operation) => {
    // Those with the most rights that do not suffice; the matrix has all of them.
    const refused = callers.filter((caller) => !isAdmitted(operation, caller)).slice(runsOf(-4, -15));
    expect(refused.length).toBeGreaterThan(0);
    const replies = await Promise.all(refused.map((caller) => sendBy(caller, requestOf(operation))));
    const others = replies.filter(({ status, body }) => status !== 403 || body.code !== 'forbidden');
    expect(others.map(({ status, text }) => `${status} ${text}`)).toEqual([]);
  });

  it('changes nothing when it is refused', async () => {
    expect(await accountDigest(service.engine, service.accounts.first)).toEqual(before);
  });

  it.each(table)('succeeds with the fewest rights that suffice: %s', async (_, operation) => {
    const { method, path, body, headers, statuses } = requestOf(operation);
    const least = isOfAdmin(operation) ? undefined : callers.find((caller) => isAdmitted(operation, caller));
    if (operation.streams) {
      expect(await statusOfStream(path, least?.token ?? '')).toBe(200);
      return;
    }
    const { status, text } = await (least?.client ?? service.first).send(method, path, body, headers);
    expect(statuses, text).toContain(status);
  });
});
