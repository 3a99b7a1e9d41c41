import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Client, Json } from '../../support/service/client.ts';
import { make } from '../../support/data/make.ts';
import { sharedService, type TestService } from '../../support/service/service.ts';

let service: TestService;
let first: Client;
beforeAll(async () => {
  service = await sharedService();
  ({ first } = service);
  service.clock.set('2026-03-10T15:30:00Z');
  const lateHour = { bid_due_at: '2026-03-10T15:00:00Z' };
  const bids = {
    'Late day': { bid_due_date: '2026-03-09' },
    'Late hour': lateHour,
    'Late hour, submitted': { ...lateHour, submitted_at: '2026-03-10T14:00:00Z' },
    'Late hour, lost': { ...lateHour, close_type: 'lost' },
    'This day': { bid_due_date: '2026-03-10' },
    'This hour': { bid_due_at: '2026-03-10T15:45:00Z' },
    'No date': {},
  };
  for (const [name, fields] of Object.entries(bids)) await make(first, 'projects', { name: `Bid ${name}`, ...fields });
});
afterAll(() => service.stop());

const own = 'name[starts_with]=Bid&sort=id';
const namesOf = (projects: readonly Json[]): string[] => projects.map(({ name }) => String(name).slice(4));
const list = async (query: string): Promise<Json[]> => (await first.get(`/projects?${own}&${query}`)).body.projects;

it('finds the bids that are late by the hour, or by the day where no hour is known', async () => {
  expect(namesOf(await list('is_overdue=true'))).toEqual(['Late day', 'Late hour']);
  expect(namesOf(await list('is_overdue=false'))).not.toContain('Late day');
  expect(await list('is_overdue=false')).toHaveLength(5);
  expect(namesOf(await list('is_overdue[ne]=false'))).toEqual(['Late day', 'Late hour']);
  const { body } = await first.get('/projects/summary?group_by=project_status&is_overdue=true&name[starts_with]=Bid');
  expect(body.summary).toMatchObject([{ group: 'pursuit', count: 2 }]);
  const sorted = await first.get('/projects?name[starts_with]=Bid&sort=-is_overdue,id&per_page=2');
  expect(namesOf(sorted.body.projects)).toEqual(['Late day', 'Late hour']);
});

it('is shown by fields and by include, once, and is no key of the record', async () => {
  const [late] = await list('is_overdue=true');
  expect(late).not.toHaveProperty('is_overdue');
  const path = `/projects/${late?.['id']}`;
  const { project } = (await first.get(`${path}?include=is_overdue`)).body;
  expect(project).toEqual({ ...late, is_overdue: true });
  expect((await first.get(`${path}?fields=id,is_overdue`)).body.project).toEqual({
    id: late?.['id'],
    is_overdue: true,
  });
  const { text } = await first.get(`${path}?fields=is_overdue&include=is_overdue,version`);
  expect(text).toBe('{"project":{"is_overdue":true,"version":1}}');
  // A client may send back what it read.
  expect((await first.patch(path, { project })).status).toBe(200);
  expect((await first.get(`${path}?include=is_overdue`)).body.project).toEqual(project);
});

it('changes as time passes, without a change of the record', async () => {
  const read = async (): Promise<string[]> =>
    (await list('include=is_overdue')).filter((one) => one['is_overdue']).map(({ name }) => String(name).slice(4));
  expect(await read()).toEqual(['Late day', 'Late hour']);
  service.clock.set('2026-03-10T15:46:00Z');
  expect(await read()).toEqual(['Late day', 'Late hour', 'This hour']);
  service.clock.set('2026-03-11T05:30:00Z');
  expect(await read()).toEqual(['Late day', 'Late hour', 'This day', 'This hour']);
  expect(namesOf(await list('is_overdue=true'))).toEqual(await read());
});
