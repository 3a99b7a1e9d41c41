import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { make, next } from '../../support/data/make.ts';
import { makePerson, password } from '../../support/service/browsing.ts';
import type { Client, Json } from '../../support/service/client.ts';
import { sharedService, type TestService } from '../../support/service/service.ts';

let service: TestService;
let first: Client;
beforeAll(async () => {
  service = await sharedService();
  ({ first } = service);
});
afterAll(() => service.stop());

const unseen = ['\u200b', '\u00ad', '\ufeff', '\u202a', '\u2066', '\u200e', '\u061c', '\u2060', '\u034f', '\u3164'];

const idsOf = async (path: string): Promise<string[]> => {
  const { body } = await first.get(path);
  return (Object.values(body)[0] as Json[]).map(({ id }) => id as string);
};

/** Stores a text as a version that kept the characters did. */
const storeOlder = (plural: string, id: string, column: string, text: string): Promise<unknown> =>
  service.engine.query(`update ${plural} set ${column} = $2 where account_id = $3::bigint and id = $1::bigint`, [
    id,
    text,
    service.accounts.first,
  ]);

describe('characters that nobody sees', () => {
  it.each(unseen)('make no second entry of a list (%j)', async (mark) => {
    const name = `North ${next()}`;
    expect(await first.post('/divisions', { division: { name } })).toMatchObject({ status: 201 });
    const again = await first.post('/divisions', { division: { name: `${mark}No${mark}rth${name.slice(5)}` } });
    expect(again).toMatchObject({ status: 409, body: { code: 'already_exists' } });
  });

  it.each(['<*>', '*,', '*;', '*.', '<*>;', 'mailto:*', '<mailto:*>', 'MAILTO:*?subject=Bid'])(
    'and what a copy of an e-mail address brings along are no part of it (%s)',
    async (form) => {
      const email = `copied${next()}@example.com`;
      const { body } = await first.post('/contacts', { contact: { email: form.replace('*', email) } });
      expect(body.contact.email).toBe(email);
    },
  );

  it.each(['%20', '%E2%80%8B', '%C2%A0', ''])('are no external id (%j)', async (key) => {
    const answer = await first.put(`/projects/external_id:${key}`, { project: { name: 'Keyless' } });
    expect(answer).toMatchObject({ status: 422, body: { errors: [{ code: 'required' }] } });
  });

  it.each(unseen)(
    'are removed from the ends of texts, and anywhere in keys and e-mail addresses (%j)',
    async (mark) => {
      const number = next();
      const sent = {
        name: `${mark} Quiet${mark}Yard ${mark}`,
        external_id: `${mark}Q${mark}-${number}${mark}`,
        project_number: `26${mark}-031`,
        description: `${mark}Line\n${mark}line${mark}`,
        address: { city: `Austin${mark}` },
        bid_due_date: `${mark}2026-04-01`,
      };
      const { project } = (await first.post('/projects', { project: sent })).body;
      expect(project).toMatchObject({
        name: ` Quiet${mark}Yard `,
        project_number: '26-031',
        description: `Line\n${mark}line`,
        address: { city: 'Austin' },
        bid_due_date: '2026-04-01',
      });
      expect(await idsOf(`/projects?external_id=${encodeURIComponent(`Q-${mark}${number}`)}`)).toEqual([project.id]);
      const email = `quiet${number}@example.com`;
      const { contact } = (
        await first.post('/contacts', { contact: { first_name: 'Q', email: `mailto:${mark}${email}` } })
      ).body;
      expect(contact.email).toBe(email);
      expect(await idsOf(`/contacts?email=${encodeURIComponent(`${mark}${email}`)}`)).toEqual([contact.id]);
    },
  );

  it('stay inside a text, where some join emoji and letters', async () => {
    const name = 'Crew 👩\u200d🚒 می\u200cخواهم';
    const company = await make(first, 'companies', { name, external_id: `👩\u200d🚒${next()}` });
    expect(company.name).toBe(name);
    expect(await idsOf(`/companies?name=${encodeURIComponent(name)}`)).toEqual([company.id]);
    expect(await idsOf(`/companies?external_id=${encodeURIComponent(`👩\u200d🚒`)}`)).toEqual([]);
  });

  it('make no text: a name of them alone is required', async () => {
    const { body } = await first.post('/projects', { project: { name: '\u200b\u00ad' } });
    expect(body.errors).toMatchObject([{ pointer: '/project/name', code: 'required' }]);
    const task = await make(first, 'tasks', { notes: '\u200b' });
    expect(task.notes).toBeNull();
  });

  it('make no second user, and do not keep a user from signing in', async () => {
    const { email } = await makePerson(first);
    const twin = await first.post('/users', { user: { email: `\u200b${email}` } });
    expect([twin.status, twin.body.errors[0].code]).toEqual([409, 'already_exists']);
    const session = { email: `mailto:${email}\u200b`, password };
    expect((await service.client(null).post('/session', { session })).status).toBe(201);
  });

  it('stay in a password', async () => {
    const { email } = await makePerson(first, { password: '\u200bcorrect horse' });
    const signIn = (given: string) => service.client(null).post('/session', { session: { email, password: given } });
    expect((await signIn('\u200bcorrect horse')).status).toBe(201);
    expect((await signIn('correct horse')).status).toBe(401);
  });

  it('are removed in bulk, where two rows with one key are one record', async () => {
    const key = `ERP-${next()}`;
    const rows = [
      { external_id: `${key}\u200b`, name: 'One\u200b' },
      { external_id: `\ufeff${key}`, name: 'Two' },
    ];
    const { body } = await first.post('/companies/bulk', { companies: rows });
    expect(body.results.map(({ result }: Json) => result)).toEqual(['created', 'updated']);
    expect(await idsOf(`/companies?external_id=${key}`)).toEqual([body.results[0].id]);
  });
});

describe('a record from before with characters that nobody sees', () => {
  it('is found by its text as sent, and keeps it if a client sends back what it read', async () => {
    const key = `OLD-${next()}`;
    const twin = await make(first, 'companies', { name: 'Twin', external_id: key });
    const company = await make(first, 'companies', { name: 'Older' });
    const external = `\u200b${key}`;
    await storeOlder('companies', company.id, 'external_id', external);
    await storeOlder('companies', company.id, 'name', '\u200b');
    expect(await idsOf(`/companies?external_id=${encodeURIComponent(external)}`)).toEqual([company.id, twin.id]);
    const same = { name: '\u200b', external_id: external, description: 'New' };
    const { status, body } = await first.patch(`/companies/${company.id}`, { company: same });
    expect([status, body.company.name, body.company.description]).toEqual([200, '\u200b', 'New']);
    const cleared = await first.patch(`/companies/${company.id}`, { company: { name: 'Older\u200b' } });
    expect(cleared.body.company.name).toBe('Older');
  });

  it('is found by a bulk row with its external id as sent', async () => {
    const company = await make(first, 'companies', {});
    const key = `OLD-${next()}`;
    await storeOlder('companies', company.id, 'external_id', `${key}\u200b`);
    const companies = [{ external_id: `${key}\u200b`, description: 'New' }];
    const { body } = await first.post('/companies/bulk', { companies });
    expect(body.results).toMatchObject([{ id: company.id, result: 'updated' }]);
    expect(await idsOf(`/companies?external_id=${key}`)).toEqual([]);
  });

  it('signs in with the address as it is stored', async () => {
    const { id, email } = await makePerson(first);
    await storeOlder('users', id, 'email', `\u200b${email}`);
    const signIn = (given: string) => service.client(null).post('/session', { session: { email: given, password } });
    expect((await signIn(`\u200b${email}`)).status).toBe(201);
    expect((await signIn(email)).status).toBe(401);
  });
});
