import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client, Reply } from '../../support/service/client.ts';
import { fullBody, make, next, postNew } from '../../support/data/make.ts';
import { table } from '../../support/data/registry.ts';
import { sharedService, type TestService } from '../../support/service/service.ts';

let service: TestService;
let first: Client;
beforeAll(async () => {
  service = await sharedService();
  ({ first } = service);
});
afterAll(() => service.stop());

/** The statements of one request, with `begin` and `commit`, when the account is in the cache of the process. */
async function statementsOf(send: () => Promise<Reply>, status: number): Promise<string[]> {
  await first.get('/users/me');
  service.statements.length = 0;
  const answer = await send();
  expect(answer.status, answer.text).toBe(status);
  return [...service.statements];
}

/** The numbers of statements that a family needs besides those of every record. */
const furtherStatementsOf = (plural: string, hasParts: boolean) => ({
  // The roles of a membership are separate records. Its transaction changes them too, under one key.
  besides: hasParts ? 5 : 0,
  // The service rolls back a first attempt, hashes the password of the user, and tries again.
  judged: plural === 'users' ? 3 : 0,
  // The service counts the goals of the account, whose number is limited.
  limited: plural === 'goals' ? 1 : 0,
  // A stage can change its category only while no project is in it, so the service counts the projects.
  counted: plural === 'project_stages' ? 1 : 0,
  // A saved mapping is judged for the family of its records, which the stored one tells.
  looked: plural === 'import_mappings' ? 1 : 0,
});

describe.each(table)('%s', (plural, resource) => {
  const wrap = (fields: object) => ({ [resource.singular]: fields });
  const hasParts = Object.values(resource.fields).some(({ kind }) => kind === 'parts');

  it('take 2 statements for a read, one more for a list page with uncached records, and 5 to create or update', async () => {
    // The service looks whether an admin is the last one.
    const own = plural === 'users' ? { role: 'viewer' } : {};
    const body = wrap({ ...(await fullBody(first, resource)), ...own });
    const changes = wrap({ ...(await fullBody(first, resource, 'update')), ...own });
    const key = { 'idempotency-key': `budget ${next()}` };
    const create = await statementsOf(() => postNew(first, resource, body, key), 201);
    const { id } = (await postNew(first, resource, body, key)).body[resource.singular];
    const sent = {
      create,
      update: await statementsOf(() => first.patch(`/${plural}/${id}`, changes), 200),
      same: await statementsOf(() => first.patch(`/${plural}/${id}`, changes), 200),
      show: await statementsOf(() => first.get(`/${plural}/${id}`), 200),
      new: await statementsOf(() => first.get(`/${plural}?per_page=1`), 200),
      again: await statementsOf(() => first.get(`/${plural}?per_page=1`), 200),
      delete: await statementsOf(() => first.delete(`/${plural}/${id}`), 204),
      restore: await statementsOf(() => first.post(`/${plural}/${id}/restore`), 200),
      replay: await statementsOf(() => postNew(first, resource, body, key), 201),
    };
    for (let count = 0; count < 2; count += 1) await make(first, plural);
    const many = await statementsOf(() => first.get(`/${plural}?per_page=500`), 200);
    const second = () => first.get(`/${plural}?per_page=2&page=2`);
    const numbered = [await statementsOf(second, 200), await statementsOf(second, 200)];
    const counts = Object.fromEntries(Object.entries(sent).map(([name, texts]) => [name, texts.length]));
    if (process.env['REPORT_STATEMENTS']) console.log(plural, JSON.stringify(counts));
    expect(counts['show']).toBe(2);
    const isHeld = resource.kept === 'directory' || resource.personal === true;
    expect([sent.new, numbered[0]].map((texts) => texts?.length)).toEqual(isHeld ? [2, 2] : [3, 3]);
    expect([sent.again, many, numbered[1]].map((texts) => texts?.length)).toEqual([2, 2, 2]);
    expect(sent.create.at(-1)).toBe('commit');
    const { besides, judged, limited, counted, looked } = furtherStatementsOf(plural, hasParts);
    expect(counts['create']).toBeLessThanOrEqual(5 + besides + judged + limited);
    expect(counts['update']).toBeLessThanOrEqual(5 + counted + judged + looked);
    expect(counts['same']).toBeLessThanOrEqual(5 + judged + looked);
    expect(counts['delete']).toBeLessThanOrEqual(6 + besides);
    expect(counts['restore']).toBeLessThanOrEqual(6 + besides + limited);
    expect(counts['replay']).toBeLessThanOrEqual(4 + limited);
  });

  it('are read and deleted with the account in every statement, so that a sharded database can run it', async () => {
    const { id } = await make(first, plural);
    const texts = [
      ...(await statementsOf(() => first.get(`/${plural}/${id}`), 200)).slice(1),
      ...(await statementsOf(() => first.get(`/${plural}?per_page=2`), 200)).slice(1),
      ...(await statementsOf(() => first.delete(`/${plural}/${id}`), 204)).slice(1),
    ].filter((text) => text !== 'begin' && text !== 'commit');
    expect(texts.length).toBeGreaterThan(3);
    for (const text of texts) expect(text).toMatch(/account_id/);
  });
});

describe.each(table.filter(([, { searched }]) => searched))('the search terms of %s', (plural, resource) => {
  const wrap = (fields: object) => ({ [resource.singular]: fields });
  const { rankA = [], rankB = [], rankC = [] } = resource.searched ?? {};
  const texts: readonly string[] = [...rankA, ...rankB, ...rankC];
  const tells = async (send: () => Promise<Reply>, status = 200): Promise<boolean> =>
    (await statementsOf(send, status)).some((text) => text.includes('insert into search_terms'));

  /** Every field that an update can set, except the searched texts. */
  async function otherFields(): Promise<object> {
    // The name of a contact consists of these two.
    const { first_name: _, last_name: __, ...fields } = await fullBody(first, resource, 'update');
    return Object.fromEntries(Object.entries(fields).filter(([name]) => !texts.includes(name)));
  }

  function newText(name: string): object {
    const text = `elsewhere ${next()}`;
    if (name === 'address') return { address: { city: text } };
    if (name === 'email') return { email: `elsewhere${next()}@example.com` };
    return { [resource.fields[name]?.readOnly ? 'first_name' : name]: text };
  }

  it('are written with a new text, and with no other update', async () => {
    const body = await fullBody(first, resource);
    expect(await tells(() => postNew(first, resource, wrap(body)), 201)).toBe(true);
    const { id } = await make(first, plural);
    const path = `/${plural}/${id}`;
    const others = await otherFields();
    expect(await tells(() => first.patch(path, wrap(others)))).toBe(false);
    expect(await tells(() => first.delete(path), 204)).toBe(false);
    expect(await tells(() => first.post(`${path}/restore`))).toBe(false);
    for (const name of texts) expect(await tells(() => first.patch(path, wrap(newText(name)))), name).toBe(true);
  });

  if (resource.bulk) {
    it('are written for bulk rows with a new text only', async () => {
      const { id } = await make(first, plural);
      const sends = async (...rows: object[]) =>
        await tells(() => first.post(`/${plural}/bulk`, { [plural]: rows.map((row) => ({ id, ...row })) }));
      expect(await sends(await otherFields())).toBe(false);
      expect(await sends(newText(texts[0] ?? ''), await otherFields())).toBe(true);
    });
  }
});

describe('numbered pages', () => {
  it('share one statement, except the first page', async () => {
    for (let count = 0; count < 4; count += 1) await make(first, 'companies');
    const texts = new Set<string>();
    const pages = [1, 2, 3, 4, 900];
    // The service uses another statement after the first request for a page.
    for (const page of pages) await first.get(`/companies?per_page=1&page=${page}`);
    for (const page of pages) {
      const sent = await statementsOf(() => first.get(`/companies?per_page=1&page=${page}`), 200);
      texts.add(sent.at(-1) ?? '');
    }
    expect(texts.size).toBe(2);
  });
});

describe('the time of the last use of a token', () => {
  it('is written at most once a minute', async () => {
    await first.get('/users/me');
    const writes = async () => {
      service.statements.length = 0;
      await first.get('/users/me');
      return service.statements.filter((text) => text.includes('update token_uses')).length;
    };
    expect(await writes()).toBe(0);
    service.clock.advance(59_999);
    expect(await writes()).toBe(0);
    service.clock.advance(1);
    expect([await writes(), await writes()]).toEqual([1, 0]);
  });
});
