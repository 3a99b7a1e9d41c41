import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Json } from '../../support/service/client.ts';
import { sharedService, type TestService } from '../../support/service/service.ts';
import { startTenProjects, type TenProjects } from './support/ten-projects.ts';

let service: TestService;
let ten: TenProjects;

const asOf = '2026-03-30T04:59:59.999Z';

const reports: readonly string[] = [
  'pipeline?',
  'pipeline?group_by=project_stage_id',
  'pipeline?group_by=amount_band&assigned_to_id[ne]=me',
  'pipeline?group_by=division_id&bid_due_date[gte]=today-90',
  'win_loss?every=quarter&group_by=assigned_to_id',
  'bids_due?',
  'attention?',
  'backlog?every=quarter&start=2026-01-01&buckets=4&group_by=division_id',
  'backlog/projects?every=quarter&start=2026-01-01&buckets=4&line=backlog',
];

/** A report and its figures, without the instants that differ. */
async function shown(query: string): Promise<Json> {
  const { status, text } = await service.first.get(`/reports/${query}`);
  expect(status, text).toBe(200);
  const plain = text
    .replaceAll(`as_of=${encodeURIComponent(asOf)}&`, '')
    .replaceAll(/"names_as_of":"[^"]*"/g, '"names_as_of":"now"');
  return JSON.parse(plain);
}

const addressesIn = (value: Json): { readonly url: string; readonly count: number }[] => {
  if (typeof value !== 'object' || value === null) return [];
  const own = typeof value.projects_url === 'string' ? [{ url: value.projects_url, count: value.count }] : [];
  return [...own, ...Object.values(value).flatMap((part) => addressesIn(part as Json))];
};

let then: readonly Json[];

beforeAll(async () => {
  service = await sharedService();
  ten = await startTenProjects(service, asOf);
  then = [];
  for (const query of reports) then = [...then, await shown(query)];
  service.clock.set('2026-04-20T16:00:00Z');
  for (const id of ten.ids.slice(1)) {
    await service.first.patch(`/projects/${id}`, {
      project: { amount: 1, bid_due_date: '2026-04-01', description: 'Later', start_date: '2026-04-01' },
    });
  }
  await service.first.delete(`/projects/${ten.ids[1]}`);
  await service.first.delete(`/projects/${ten.ids[9]}`);
  await service.first.post(`/projects/${ten.ids[7]}/restore`);
});
afterAll(() => service.stop());

describe('a report as of a past day', () => {
  it.each(reports.map((query, index) => [query, index] as const))('%s is what it was then', async (query, index) => {
    expect(await shown(`${query}&as_of=2026-03-29`)).toEqual(then[index]);
    expect(await shown(query)).not.toEqual(then[index]);
  });

  it.each(reports)('%s has addresses of what it counts', async (query) => {
    const { body } = await service.first.get(`/reports/${query}&as_of=2026-03-29`);
    const addresses = addressesIn(body);
    if (!query.startsWith('backlog/')) expect(addresses.length).toBeGreaterThan(0);
    for (const { url, count } of addresses) {
      const { status, headers, text } = await service.first.get(url, { Prefer: 'count=exact' });
      expect(status, text).toBe(200);
      expect([url, headers.get('X-Total-Count')]).toEqual([url, String(count)]);
    }
  });

  it('says which instant and which names it shows', async () => {
    const { body } = await service.first.get('/reports/pipeline?as_of=2026-03-29');
    expect(body.pipeline).toMatchObject({ as_of: asOf, day: '2026-03-29', names_as_of: '2026-04-20T16:00:00Z' });
  });

  it('refuses an instant with all other problems', async () => {
    const { status, body } = await service.first.get('/reports/pipeline?as_of=soon&group_by=colour&description=x');
    expect(status).toBe(400);
    expect(body.errors.map(({ parameter, code }: Json) => [parameter, code])).toEqual([
      ['group_by', 'not_allowed'],
      ['as_of', 'invalid_format'],
      ['description', 'not_allowed'],
    ]);
  });
});
