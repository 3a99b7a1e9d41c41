import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { make } from '../../support/data/make.ts';
import type { Json } from '../../support/service/client.ts';
import { sharedService, type TestService } from '../../support/service/service.ts';

// On the embedded engine, a report reads slices of a few projects, and writes go on in between.

const count = 20;

let service: TestService;
const ids: string[] = [];
beforeAll(async () => {
  service = await sharedService();
  for (let number = 0; number < count; number += 1) {
    const project = { name: `Job ${number}`, amount: 0, bid_due_date: '2026-03-20', work_scope: scopeOf(number) };
    ids.push((await make(service.first, 'projects', project)).id);
  }
});
afterAll(() => service.stop());

/** The first projects are in one group, the last ones in another. */
const scopeOf = (number: number): string => (number < count / 2 ? 'new_construction' : 'renovation');

const setAmount = async (id: string | undefined, amount: number): Promise<void> => {
  const { status, text } = await service.first.patch(`/projects/${id}`, { project: { amount } });
  expect(status, text).toBe(200);
};

/** Sets the amounts of the first and of the last project in turn to 1, 2, and so on, while reports run. */
async function amountsBesideReports({ stepMs }: { readonly stepMs: number }): Promise<[number, number][]> {
  const [first, last] = [ids[0], ids.at(-1)];
  const writing = new AbortController();
  const writes = (async () => {
    for (let amount = 1; !writing.signal.aborted; amount += 1) {
      for (const id of [first, last]) {
        await setAmount(id, amount);
        service.clock.advance(stepMs);
      }
    }
  })();
  const read: [number, number][] = [];
  while (read.length < 12 || (read.at(-1)?.[0] ?? 0) < 3) {
    const { status, body, text } = await service.first.get('/reports/pipeline?group_by=work_scope');
    expect(status, text).toBe(200);
    const amounts = new Map<string, number>(
      body.pipeline.groups.map(({ group, amount }: Json): [string, number] => [group, amount]),
    );
    read.push([amounts.get('new_construction') ?? NaN, amounts.get('renovation') ?? NaN]);
  }
  writing.abort();
  await writes;
  for (const id of [first, last]) await setAmount(id, 0);
  return read;
}

describe('a report beside writes', () => {
  it.each([
    ['whose moments follow each other', 1],
    ['of one moment', 0],
  ])('shows one state of the projects, with writes %s', async (_, stepMs) => {
    const read = await amountsBesideReports({ stepMs });
    for (const [first, last] of read) expect([last, last + 1], `${first} and ${last}`).toContain(first);
  });

  it('counts a project that a client wrote before, also after the clock was set back', async () => {
    service.clock.advance(3_600_000);
    await setAmount(ids[3], 7);
    service.clock.advance(-3_600_000);
    const { body } = await service.first.get('/reports/pipeline');
    expect(body.pipeline.total.amount).toBe(7);
    await service.first.delete(`/projects/${ids[3]}`);
    expect((await service.first.get('/reports/pipeline')).body.pipeline.total.count).toBe(count - 1);
  });

  it('takes filters by texts that have no past', async () => {
    await service.first.patch(`/projects/${ids[5]}`, { project: { description: 'a roof' } });
    const { status, body, text } = await service.first.get('/reports/pipeline?description[contains]=roof');
    expect(status, text).toBe(200);
    expect(body.pipeline.total.count).toBe(1);
  });

  it('lists whole projects, with the texts that have no past', async () => {
    await service.first.patch(`/projects/${ids[5]}`, { project: { description: 'a roof' } });
    const { body } = await service.first.get('/reports/backlog/projects?per_page=100');
    const listed = body.projects.find(({ project }: Json) => project.id === ids[5]);
    expect(listed.project.description).toBe('a roof');
    expect(listed.project).toEqual((await service.first.get(`/projects/${ids[5]}`)).body.project);
  });
});

/** The statements of a report that read projects without bounds, and not by an index. */
async function unboundedReads(path: string): Promise<string[]> {
  service.statements.length = 0;
  const { status, text } = await service.first.get(path);
  expect(status, text).toBe(200);
  const reads = service.statements.filter((sql) => /from projects\b/.test(sql));
  expect(reads.length).toBeGreaterThan(count / 3);
  return reads.filter((sql) => !/s\.id <= |s\.id > |t\.id = any|t\.bid_due_date between|max\(|limit 1 /.test(sql));
}

if (inject('template').kind === 'embedded') {
  describe('a statement of a report', () => {
    beforeAll(async () => {
      const goal = { period: 'year', starts_on: '2026-01-01', measure: 'booked_amount', target: 1000 };
      await make(service.first, 'goals', goal);
    });

    it.each([
      'pipeline?group_by=work_scope',
      'pipeline_change?from=2026-03-01',
      'win_loss?every=month',
      'bids_due',
      'backlog',
      'backlog/projects',
      'attention',
    ])('reads a few projects at once: %s', async (path) => {
      expect(await unboundedReads(`/reports/${path}`)).toEqual([]);
    });
  });
}
