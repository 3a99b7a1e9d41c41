import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Operation } from '../../src/http/contract/operation.ts';
import { servedPaths } from '../../src/http/contract/operation.ts';
import { describedOperations } from '../contract/described.ts';
import { isLong } from '../support/endurance.ts';
import { severalAtOnce, targetOf, type Wire, wireTo } from '../support/requests/wire.ts';
import { startTestService, type TestService } from '../support/service/service.ts';
import { type Credential, everyCredential, roles } from './credentials.ts';
import { type Expected, expectedOf } from './expected.ts';

let service: TestService;
let wire: Wire;
/** Each form of each credential. */
let every: readonly Credential[];
/** Those that every operation is asked with: the usual run leaves out the rarer forms of one and the same kind. */
let credentials: readonly Credential[];
beforeAll(async () => {
  service = await startTestService({ TRUST_PROXY: '1' });
  wire = wireTo(service.url);
  every = await everyCredential(service);
  credentials = isLong ? every : every.filter(({ isRare }) => !isRare);
});
afterAll(async () => {
  wire[Symbol.dispose]();
  await service.stop();
});

const operations = describedOperations();

/** A wrong query, which the service refuses only after it has checked the rights. So no request changes anything. */
const wrongQuery = 'no_such_parameter=1';

/** Each request comes from another address, because the service limits those without a credential by address. */
let sent = 0;
const fromElsewhere = (): Record<string, string> => {
  sent += 1;
  return { 'x-forwarded-for': `10.${(sent >> 16) & 255}.${(sent >> 8) & 255}.${sent & 255}` };
};

interface Asked {
  readonly method: string;
  readonly credential: Credential;
}

async function answerTo({ path, pathChoice }: Operation, { method, credential }: Asked): Promise<Expected> {
  const [served = { path }] = servedPaths({ path, ...(pathChoice ? { pathChoice } : {}) });
  const target = `${targetOf(served.path.replace('{id}', '1'))}?${wrongQuery}`;
  const headers = { ...fromElsewhere(), ...credential.headers };
  const { status, headers: answered, text } = await wire.send({ method, target, headers });
  if (status === 401) expect(answered['www-authenticate']).toBe('Bearer');
  if (method === 'HEAD') return { status, code: '' };
  const { code, required_scope: scope, required_role: role } = JSON.parse(text);
  const lacks: string | undefined = scope ?? role;
  return { status, code, ...(lacks === undefined ? {} : { lacks }) };
}

/** HEAD answers as GET, without a body. The usual run asks by it with some credentials only. */
function askedOf({ method }: Operation): Asked[] {
  const asked = credentials.map((credential) => ({ method, credential }));
  const byHead = credentials.filter((_, index) => isLong || index % 16 === 0);
  return method === 'GET' ? [...asked, ...byHead.map((credential) => ({ method: 'HEAD', credential }))] : asked;
}

/** Returns the answers that differ from the declaration, in words. */
async function faultsOf(operation: Operation): Promise<string[]> {
  const faults = await severalAtOnce(askedOf(operation), async (asked) => {
    const { credential, method } = asked;
    const whole = expectedOf(operation, credential);
    const expected = inWords(method === 'HEAD' ? { status: whole.status, code: '' } : whole);
    const got = inWords(await answerTo(operation, asked));
    return got === expected ? [] : [`${method} with ${credential.title}: ${got} instead of ${expected}`];
  });
  return faults.flat();
}

const inWords = ({ status, code, lacks = '' }: Expected): string => `${status} ${code} ${lacks}`;

describe('every operation answers every credential as its declaration says', () => {
  it.each(operations.map((operation) => [operation.id, operation] as const))('%s', async (_, operation) => {
    expect(await faultsOf(operation)).toEqual([]);
  });

  it('and the credentials are of every kind', () => {
    expect(credentials.filter(({ bearer }) => bearer === null).length).toBeGreaterThan(isLong ? 15 : 5);
    for (const role of roles) {
      const own = credentials.filter(({ bearer }) => bearer?.role === role);
      expect(own.filter(({ bearer }) => bearer?.scopes !== 'session')).toHaveLength(8);
      expect(own.filter(({ isCrossSite }) => isCrossSite).length).toBeGreaterThan(0);
    }
  });
});

describe('a credential that the service must not accept', () => {
  it('is refused on the operations that anybody with a token may use, in each of its forms', async () => {
    const open = operations.filter(({ id }) => ['showMe', 'listProjects', 'updatePreferences'].includes(id));
    expect(open).toHaveLength(3);
    const asked = open.flatMap((operation) => every.map((credential) => ({ operation, credential })));
    const faults = await severalAtOnce(asked, async ({ operation, credential }) => {
      const got = inWords(await answerTo(operation, { method: operation.method, credential }));
      const expected = inWords(expectedOf(operation, credential));
      return got === expected ? [] : [`${operation.id} with ${credential.title}: ${got} instead of ${expected}`];
    });
    expect(faults.flat()).toEqual([]);
  });
});
