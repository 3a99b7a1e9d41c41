import { afterAll, beforeAll, expect, it } from 'vitest';
import { make } from '../../support/data/make.ts';
import { readCsv } from '../../support/data/tables.ts';
import type { Client, Json } from '../../support/service/client.ts';
import { sharedService, type TestService } from '../../support/service/service.ts';

let service: TestService;
let first: Client;
beforeAll(async () => {
  service = await sharedService();
  ({ first } = service);
});
afterAll(() => service.stop());

const names = ['open_projects', 'open_amount', 'won_projects', 'decided_projects', 'last_contact_at'];
const none = { open_projects: 0, open_amount: 0, won_projects: 0, decided_projects: 0, last_contact_at: null };

const figuresOf = async ({ id }: Json, query = `include=${names.join()}`): Promise<Json> => {
  const { company } = (await first.get(`/companies/${id}?${query}`)).body;
  return Object.fromEntries(names.map((name) => [name, company[name]]));
};

const stageOf = async (category: string): Promise<string> =>
  (await first.get(`/project_stages?category=${category}`)).body.project_stages[0].id;

it('a company tells its open jobs, won of decided and its last contact, without deleted and later ones', async () => {
  const company = await make(first, 'companies', { name: 'Figures Works' });
  const of = { company_id: company.id };
  expect(await figuresOf(company)).toEqual(none);
  const [won, lost] = [await stageOf('won'), await stageOf('lost')];
  await make(first, 'projects', { ...of, amount: 1000.25 });
  await make(first, 'projects', { ...of, amount: 0.5 });
  const gone = await make(first, 'projects', { ...of, amount: 7 });
  await first.delete(`/projects/${gone.id}`);
  await make(first, 'projects', { ...of, project_stage_id: won, amount: 5 });
  await make(first, 'projects', { ...of, project_stage_id: lost, close_type: 'lost' });
  await make(first, 'projects', { ...of, project_stage_id: lost, close_type: 'cancelled' });
  await make(first, 'calls', { ...of, recorded_at: '2026-02-11T10:00:00Z' });
  await make(first, 'calls', { ...of, recorded_at: '2026-02-12T10:00:00Z' });
  await make(first, 'calls', { ...of, recorded_at: '2036-02-12T10:00:00Z' });
  const undone = await make(first, 'calls', { ...of, recorded_at: '2026-02-13T10:00:00Z' });
  await first.delete(`/calls/${undone.id}`);
  const expected = {
    ...{ open_projects: 2, open_amount: 1000.75, won_projects: 1, decided_projects: 2 },
    last_contact_at: '2026-02-12T10:00:00Z',
  };
  expect(await figuresOf(company)).toEqual(expected);
  expect(await figuresOf(company, `fields=id,${names.join()}`)).toEqual(expected);
  const [listed] = (await first.get(`/companies?id=${company.id}&fields=id&include=${names.join()}`)).body.companies;
  expect(listed).toEqual({ id: company.id, ...expected });
  const [row] = readCsv((await first.get(`/companies.csv?id=${company.id}&fields=open_amount,last_contact_at`)).text);
  expect(row).toEqual({ open_amount: '1000.75', last_contact_at: '2026-02-12T10:00:00Z' });
  expect(Object.keys((await first.get(`/companies/${company.id}`)).body.company)).not.toContain('open_projects');
});

it('no list filters or sorts by the figures: that would compute them for each company of the firm', async () => {
  for (const name of names) {
    expect((await first.get(`/companies?${name}=1`)).body).toMatchObject({
      status: 400,
      errors: [{ parameter: name }],
    });
    expect((await first.get(`/companies?sort=${name}`)).body).toMatchObject({
      status: 400,
      errors: [{ parameter: 'sort' }],
    });
  }
});

it('reads the figures of all companies of a page by one statement', async () => {
  const { statements } = service;
  const sentFor = async (query: string): Promise<number> => {
    statements.length = 0;
    await first.get(`/companies?per_page=500&${query}`);
    return statements.filter((text) => /from companies|from projects p/.test(text)).length;
  };
  await sentFor('fields=id');
  expect(await sentFor(`fields=id,${names.join()}`)).toBe((await sentFor('fields=id')) + 1);
});

it('shows nothing of another firm', async () => {
  const company = await make(service.second, 'companies', {});
  await make(service.second, 'projects', { company_id: company.id });
  const { body } = await first.get(`/companies/${company.id}?include=open_projects`);
  expect(body.code).toBe('not_found');
});

it('ignores the figures that a client sends back', async () => {
  const company = await make(first, 'companies', { name: 'Sent back' });
  await make(first, 'projects', { company_id: company.id });
  const { body } = await first.get(`/companies/${company.id}?include=${names.join()}`);
  const changed = await first.patch(`/companies/${company.id}`, { company: { ...body.company, phone: '1' } });
  expect([changed.status, changed.headers.get('plumbline-ignored')]).toEqual([200, null]);
  expect((await figuresOf(company)).open_projects).toBe(1);
});
