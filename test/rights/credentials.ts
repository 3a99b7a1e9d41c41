import { type TokenScope, scopes as allScopes, type UserRole } from '../../src/resources/vocabulary/choices.ts';
import { Browsing, makePerson, password } from '../support/service/browsing.ts';
import type { TestService } from '../support/service/service.ts';
import { clientOf } from '../support/service/tokens.ts';

/** The rights of a credential that the service accepts. */
export interface Bearer {
  readonly role: UserRole;
  /** The scopes of a token; `session` if the role alone decides. */
  readonly scopes: readonly TokenScope[] | 'session';
}

/** What a client may send to say who it is. */
export interface Credential {
  readonly title: string;
  readonly headers: Readonly<Record<string, string>>;
  /** `null` if the service must not accept the credential. */
  readonly bearer: Bearer | null;
  /** The request has the cookie of a session and does not come from a page of the service. */
  readonly isCrossSite?: true;
  /** Another credential of the same kind stands for it on most operations. */
  readonly isRare?: boolean;
}

export const roles = ['viewer', 'member', 'admin'] as const;

/** Every set of scopes that a token can have. */
const scopeSets: readonly (readonly TokenScope[])[] = [1, 2, 3, 4, 5, 6, 7].map((bits) =>
  allScopes.filter((_, index) => (bits & (1 << index)) !== 0),
);

const bearing = (text: string): Record<string, string> => ({ authorization: `Bearer ${text}` });

/** Makes a credential of each kind in the first account. Admins make them, as in a firm. */
export async function everyCredential(service: TestService): Promise<Credential[]> {
  const people = await Promise.all(
    roles.map(async (role) => ({ role, user: await makePerson(service.first, { role }) })),
  );
  const lists = [
    await refused(service),
    ...(await Promise.all(people.map(({ role, user }) => tokensOf(service, role, user.id)))),
    ...(await Promise.all(people.map(({ role, user }) => sessionsOf(service, role, user)))),
    await acting(service, people),
  ];
  return lists.flat();
}

async function tokensOf(service: TestService, role: UserRole, userId: string): Promise<Credential[]> {
  return await Promise.all(
    scopeSets.map(async (scopes) => {
      const { text } = await clientOf(service, { userId, scopes });
      return {
        title: `a token of a ${role} with ${scopes.join('+')}`,
        headers: bearing(text),
        bearer: { role, scopes },
      };
    }),
  );
}

interface Person {
  readonly role: UserRole;
  readonly user: { readonly id: string; readonly email: string };
}

/** A token of an admin that names another user has the role of that user, and the scopes of the token. */
async function acting(service: TestService, people: readonly Person[]): Promise<Credential[]> {
  const admin = people.find(({ role }) => role === 'admin')?.user.id ?? '';
  const { text } = await clientOf(service, { userId: admin });
  return people.map(({ role, user }) => ({
    title: `a token of an admin that acts as a ${role}`,
    headers: { ...bearing(text), 'plumbline-acting-user': user.id },
    bearer: { role, scopes: allScopes },
  }));
}

const cookieOf = (browser: Browsing): string =>
  [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');

async function sessionCookie(service: TestService, { email }: { readonly email: string }): Promise<string> {
  const browser = new Browsing(service);
  await browser.signIn({ email, password });
  return cookieOf(browser);
}

/** From where a browser says that a request comes, and whether that is a page of the service. */
const sites = (url: string): [title: string, headers: Record<string, string>, isOwn: boolean][] => [
  ['the same origin', { 'sec-fetch-site': 'same-origin' }, true],
  ['its own Origin', { origin: url }, true],
  ['the same site', { 'sec-fetch-site': 'same-site' }, false],
  ['another site', { 'sec-fetch-site': 'cross-site', origin: url }, false],
  ['an address that was typed', { 'sec-fetch-site': 'none' }, false],
  ['another Origin', { origin: 'https://elsewhere.example' }, false],
  ['the Origin null', { origin: 'null' }, false],
  ['nowhere', {}, false],
];

const rareSites = new Set(['the same site', 'an address that was typed', 'the Origin null']);

async function sessionsOf(service: TestService, role: UserRole, user: Person['user']): Promise<Credential[]> {
  const cookie = await sessionCookie(service, user);
  return sites(service.url).map(([from, headers, isOwn]) => ({
    title: `a session of a ${role} from ${from}`,
    headers: { cookie, ...headers },
    bearer: { role, scopes: 'session' },
    ...(isOwn ? {} : { isCrossSite: true as const }),
    isRare: role === 'admin' ? rareSites.has(from) : from !== 'the same origin' && from !== 'nowhere',
  }));
}

const usual = new Set([
  ...['no credential', 'two tokens', 'an unknown token', 'a revoked token', 'an expired token'],
  ...['a token of a deactivated user', 'an ended session'],
]);

/** Credentials that the service must not accept. */
async function refused(service: TestService): Promise<Credential[]> {
  const user = await makePerson(service.first, { role: 'admin' });
  const own = { 'sec-fetch-site': 'same-origin' };
  const { text } = await clientOf(service, { userId: user.id });
  const cookie = await sessionCookie(service, user);
  const secret = /(plbw_\w+)/.exec(cookie)?.[1] ?? '';
  const link = (await service.first.post(`/users/${user.id}/password_link`)).body.password_link.url as string;
  const none: [title: string, headers: Record<string, string>][] = [
    ['no credential', {}],
    ['an empty credential', { authorization: '' }],
    ['the word Bearer alone', { authorization: 'Bearer' }],
    ['a credential of another kind', { authorization: `Basic ${Buffer.from(`x:${text}`).toString('base64')}` }],
    ['two tokens', { authorization: `Bearer ${text} ${text}` }],
    ['an unknown token', bearing('plb_nobodyhasthistokenatall0000000000000')],
    ['a token in other letters', bearing(text.toUpperCase())],
    ['a token without its end', bearing(text.slice(0, -1))],
    ['the digest of a token', bearing(await digestOf(service, text))],
    ['an endless token', bearing('x'.repeat(4000))],
    ['a revoked token', bearing(await revokedToken(service, user.id))],
    ['an expired token', bearing(await expiredToken(service, user.id))],
    ['a token of a deactivated user', bearing(await orphanedToken(service))],
    ['the cookie of a session as a token', bearing(secret)],
    ['a token as the cookie of a session', { cookie: `plumbline_session=${text}`, ...own }],
    ['an ended session', { cookie: await endedSession(service, user), ...own }],
    ['a link that sets a password', bearing(link.split('#').at(-1) ?? '')],
    ['a valid session beside an unknown token', { cookie, ...own, ...bearing('plb_unknown') }],
  ];
  return none.map(([title, headers]) => ({ title, headers, bearer: null, isRare: !usual.has(title) }));
}

async function digestOf(service: TestService, text: string): Promise<string> {
  const [row] = await service.engine.query<{ hash: string }>(
    `select encode(sha256(convert_to($1, 'UTF8')), 'hex') as hash`,
    [text],
  );
  return row?.hash ?? '';
}

async function revokedToken(service: TestService, userId: string): Promise<string> {
  const { id, text } = await clientOf(service, { userId });
  await service.first.delete(`/api_tokens/${id}`);
  return text;
}

async function expiredToken(service: TestService, userId: string): Promise<string> {
  const expiresAt = new Date(service.clock.now().getTime() - 1);
  return (await clientOf(service, { userId, expiresAt })).text;
}

async function orphanedToken(service: TestService): Promise<string> {
  const { id } = await makePerson(service.first, { role: 'admin' });
  const { text } = await clientOf(service, { userId: id });
  await service.first.delete(`/users/${id}`);
  return text;
}

async function endedSession(service: TestService, user: Person['user']): Promise<string> {
  const browser = new Browsing(service);
  await browser.signIn({ email: user.email, password });
  const cookie = cookieOf(browser);
  await browser.delete('/session');
  return cookie;
}
