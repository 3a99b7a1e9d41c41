import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TokenScope } from '../../src/resources/vocabulary/choices.ts';
import { next } from '../support/data/make.ts';
import { accountDigest } from '../support/requests/account-digest.ts';
import { makePerson, password, signedIn } from '../support/service/browsing.ts';
import type { Client, Json, Reply } from '../support/service/client.ts';
import { startTestService, type TestService } from '../support/service/service.ts';
import { clientOf } from '../support/service/tokens.ts';

let service: TestService;
let admin: Json;
beforeAll(async () => {
  service = await startTestService({ TRUST_PROXY: '1' });
  admin = await makePerson(service.first, { role: 'admin' });
});
afterAll(() => service.stop());

/** A credential, with `Client` or `Browsing` to send by. */
type Caller = Pick<Client, 'get' | 'post' | 'patch'>;

const everything: readonly TokenScope[] = ['read', 'write', 'admin'];
const tokenWith = async (scopes: readonly TokenScope[], expiresAt?: Date): Promise<Client> =>
  (await clientOf(service, { userId: admin.id, scopes, ...(expiresAt && { expiresAt }) })).client;
const soon = (): Date => new Date(service.clock.now().getTime() + 86_400_000);

async function oauthToken(scopes: readonly TokenScope[]): Promise<Client> {
  const made = await service.first.post('/oauth_clients', { oauth_client: { name: 'Sync', scopes } });
  const { client_id, client_secret } = made.body.oauth_client;
  const grant = { grant_type: 'client_credentials', client_id, client_secret };
  const answer = await fetch(`${service.url}/oauth/token`, { method: 'POST', body: new URLSearchParams(grant) });
  return service.client(((await answer.json()) as Json).access_token);
}

/** Credentials that may change users, but are narrower than the sign-in of an admin. */
const narrow: Readonly<Record<string, () => Promise<Caller>>> = {
  'an access token of an OAuth client with all scopes': () => oauthToken(everything),
  'a token with all scopes that expires': () => tokenWith(everything, soon()),
  'a token with the scope admin': () => tokenWith(['admin']),
  'a token without the scope read': () => tokenWith(['write', 'admin']),
  'a token without the scope write': () => tokenWith(['read', 'admin']),
};

const full: Readonly<Record<string, () => Promise<Caller>>> = {
  'a token with all scopes that does not expire': () => tokenWith(everything),
  'a session': () => signedIn(service, admin as { email: string }),
};

const email = (): string => `${randomUUID()}@example.com`;

interface Deed {
  /** What a full admin does before it. */
  readonly prepare?: (user: Json) => Promise<unknown>;
  readonly role?: string;
  readonly send: (caller: Caller, user: Json) => Promise<Reply>;
  readonly status?: number;
}

/** What lets somebody sign in as an admin. */
const deeds: Readonly<Record<string, Deed>> = {
  'create an admin with a password': {
    send: (caller) => caller.post('/users', { user: { email: email(), role: 'admin', password } }),
    status: 201,
  },
  'set the password of an admin': {
    role: 'admin',
    send: (caller, { id }) => caller.patch(`/users/${id}`, { user: { password } }),
  },
  'set a password and raise the role at once': {
    send: (caller, { id }) => caller.patch(`/users/${id}`, { user: { role: 'admin', password } }),
  },
  'make a member an admin': {
    role: 'member',
    send: (caller, { id }) => caller.patch(`/users/${id}`, { user: { role: 'admin' } }),
  },
  'give a former admin the role back': {
    role: 'admin',
    prepare: ({ id }) => service.first.patch(`/users/${id}`, { user: { role: 'viewer' } }),
    send: (caller, { id }) => caller.post(`/users/${id}/revert`, { revert: { version: 1, force: true } }),
  },
  'make a link for an admin': {
    role: 'admin',
    send: (caller, { id }) => caller.post(`/users/${id}/password_link`),
    status: 201,
  },
};

const restore = (caller: Caller): Promise<Reply> =>
  caller.post('/account/archive', 'no archive', { 'content-type': 'application/gzip' });

/** The status of a sign-in of an admin who was deactivated and restored, and the fields that the history names. */
async function signInAfterReturn(caller: Caller) {
  const { id, email: address } = await makePerson(service.first, { role: 'admin' });
  await service.first.delete(`/users/${id}`);
  expect((await caller.post(`/users/${id}/restore`)).status).toBe(200);
  const from = { 'x-forwarded-for': `10.2.0.${next() & 255}` };
  const { status } = await service.client(null).post('/session', { session: { email: address, password } }, from);
  const [{ action, fields }] = (await service.first.get(`/users/${id}/history`)).body.changes;
  expect(action).toBe('restore');
  return { status, fields };
}

async function userFor({ role = 'member', prepare }: Deed): Promise<Json> {
  const user = await makePerson(service.first, { role });
  await prepare?.(user);
  return user;
}

const digest = () => accountDigest(service.engine, service.accounts.first);

describe.each(Object.entries(narrow))('%s', (title, callerOf) => {
  it.each(Object.entries(deeds))('cannot %s', async (_, deed) => {
    const [caller, user] = [await callerOf(), await userFor(deed)];
    const before = await digest();
    const { status, body } = await deed.send(caller, user);
    expect([status, body.code]).toEqual([403, 'forbidden']);
    expect(await digest()).toEqual(before);
  });

  it('cannot restore an archive, whose answer has a link for an admin', async () => {
    expect((await restore(await callerOf())).body.code).toBe('forbidden');
  });

  it('brings a deactivated admin back without the former password', async () => {
    const fields = { password: { from: null, to: null } };
    expect(await signInAfterReturn(await callerOf())).toEqual({ status: 401, fields });
  });

  it('can still create users without a password, and change their names', async () => {
    const caller = await callerOf();
    const made = await caller.post('/users', { user: { email: email(), role: 'admin' } });
    expect(made.status, title).toBe(201);
    const path = `/users/${made.body.user.id}`;
    expect((await caller.patch(path, { user: { first_name: 'Ann', role: 'admin' } })).status).toBe(200);
    expect((await caller.patch(path, { user: { role: 'viewer' } })).status).toBe(200);
  });
});

describe.each(Object.entries(full))('%s', (_title, callerOf) => {
  it.each(Object.entries(deeds))('can %s', async (_, deed) => {
    const [caller, user] = [await callerOf(), await userFor(deed)];
    const { status, text } = await deed.send(caller, user);
    expect(status, text).toBe(deed.status ?? 200);
  });

  it('brings a deactivated admin back with the former password', async () => {
    expect(await signInAfterReturn(await callerOf())).toEqual({ status: 201, fields: {} });
  });

  it('may restore an archive', async () => {
    // The account has records.
    expect((await restore(await callerOf())).status).toBe(409);
  });
});

it('a token may give what it has: one without write sets the password of a viewer', async () => {
  const caller = await tokenWith(['read', 'admin']);
  const { id } = await makePerson(service.first, { role: 'viewer' });
  expect((await caller.patch(`/users/${id}`, { user: { password } })).status).toBe(200);
  const { id: member } = await makePerson(service.first, { role: 'member' });
  expect((await caller.patch(`/users/${member}`, { user: { password } })).body.required_scope).toBe('write');
});

it('the document says that a restoration may remove the password', async () => {
  const { paths } = (await (await fetch(`${service.url}/openapi.json`)).json()) as Json;
  expect(paths['/users/{id}/restore'].post.description).toContain('removes it; the user then needs a link.');
});

it('the refusal of a token that expires says so', async () => {
  const { body } = await (await tokenWith(everything, soon())).post('/users', { user: { email: email(), password } });
  expect(body.detail).toBe('A token that expires cannot let users sign in: use one that does not, or sign in.');
});

describe('the archive of an account', () => {
  const download = async (caller: Caller): Promise<Reply> => await caller.get('/account/archive');

  it.each<[TokenScope, TokenScope[]]>([
    ['read', ['admin']],
    ['read', ['write', 'admin']],
    ['admin', ['read', 'write']],
  ])('needs the scope %s of a token with %j', async (missing, scopes) => {
    const { status, body } = await download(await tokenWith(scopes));
    expect([status, body.required_scope]).toEqual([403, missing]);
  });

  it('is not for OAuth clients', async () => {
    const { status, body } = await download(await oauthToken(everything));
    expect([status, body.detail]).toEqual([
      403,
      'The access token of an OAuth client cannot download an archive: use an API token.',
    ]);
  });
});

describe("one's own password", () => {
  const fault = { pointer: '/user/password', code: 'not_allowed' };
  const body = { user: { password: 'another long password' } };

  it.each(Object.entries(full))('is not changed under /users/{id} by %s', async (_, callerOf) => {
    const answer = await (await callerOf()).patch(`/users/${admin.id}`, body);
    expect([answer.status, answer.body.errors]).toMatchObject([422, [fault]]);
    await signedIn(service, admin as { email: string });
  });

  it('is not changed by acting for another user either', async () => {
    const other = await makePerson(service.first, { role: 'admin' });
    const [token, acting] = [await tokenWith(everything), { 'plumbline-acting-user': other.id }];
    for (const { id } of [admin, other]) {
      expect((await token.patch(`/users/${id}`, body, acting)).body.errors).toMatchObject([fault]);
      expect((await token.post(`/users/${id}/password_link`, undefined, acting)).body.code).toBe('forbidden');
    }
  });

  it.each(Object.entries(full))('is not set by a link of one’s own that %s makes', async (_, callerOf) => {
    const answer = await (await callerOf()).post(`/users/${admin.id}/password_link`);
    expect([answer.status, answer.body.code]).toEqual([403, 'forbidden']);
  });
});
