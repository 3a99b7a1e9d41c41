import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rebuildStep } from '../../../src/records/past/rebuild-past.ts';
import { faultsIn } from '../../support/data/soundness.ts';
import type { Json } from '../../support/service/client.ts';
import { startTestService, type TestService } from '../../support/service/service.ts';
import { compareWithPast } from './support/compare-with-past.ts';
import { RandomWrites } from './support/random-writes.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

describe('the past of projects after random writes', () => {
  it('shows at each instant what was shown then', async () => {
    const writes = new RandomWrites(service);
    await compareWithPast(service, writes, { instants: 6, writesBetween: 12 });
    expect(await faultsIn(service.engine, service.clock.now())).toEqual([]);
  });

  it('is that of the log undone', async () => {
    const { engine, clock, accounts } = service;
    const rows = () =>
      engine.query('select * from projects_past where account_id = $1 order by id, version', [accounts.first]);
    const written = await rows();
    expect(written.length).toBeGreaterThan(20);
    await engine.query('delete from projects_past where account_id = $1', [accounts.first]);
    await engine.query(
      "insert into jobs (account_id, created_at, kind, input, due_at) values ($1, now(), 'past', '{}', now())",
      [accounts.first],
    );
    const refused = await service.first.get('/projects?as_of=today-1');
    expect(refused.status).toBe(503);
    expect(refused.headers.get('Retry-After')).toBe('30');
    const job = { accountId: accounts.first, id: '1', kind: 'past', subjectId: null, input: {}, failures: 0 };
    for (let progress: unknown = null, isOver = false; !isOver; ) {
      const step = await engine.transaction((transaction) =>
        rebuildStep(transaction, { ...job, progress }, clock.now()),
      );
      isOver = step.state === 'ended';
      progress = step.state === 'under way' ? step.progress : null;
    }
    await engine.query("delete from jobs where account_id = $1 and kind = 'past'", [accounts.first]);
    expect(await rows()).toEqual(written);
    expect((await service.first.get('/projects?as_of=today-1')).status).toBe(200);
  });

  it('stays sound if the clock goes back and the time zone changes', async () => {
    const writes = new RandomWrites(service);
    await writes.begin();
    for (let round = 0; round < 20; round += 1) {
      await writes.next();
      service.clock.advance(round % 3 === 0 ? -5000 : 1000);
    }
    const changed = await service.first.patch('/account', { account: { time_zone: 'Asia/Tokyo' } });
    expect(changed.status, changed.text).toBe(200);
    await writes.next();
    expect(await faultsIn(service.engine, service.clock.now())).toEqual([]);
  });
});

describe('the parameter as_of', () => {
  beforeAll(async () => {
    service.clock.set('2027-05-05T12:00:00Z');
    await service.first.patch('/account', { account: { time_zone: 'Asia/Tokyo' } });
  });

  const problems = async (query: string): Promise<[string, string][]> => {
    const { body, status } = await service.first.get(`/projects?${query}`);
    expect(status).toBe(400);
    return body.errors.map((problem: Json) => [problem.parameter, problem.code]);
  };

  it('names the instant and the instant of the names', async () => {
    const { headers } = await service.first.get('/projects?as_of=2027-05-04T10:00:00%2B02:00');
    expect(headers.get('Plumbline-As-Of')).toBe('2027-05-04T08:00:00Z');
    expect(headers.get('Plumbline-Names-As-Of')).toBe('2027-05-05T12:00:00Z');
    const day = await service.first.get('/projects/summary?group_by=project_stage_id&as_of=2027-05-04');
    expect(day.headers.get('Plumbline-As-Of')).toBe('2027-05-04T14:59:59.999Z');
    const week = await service.first.get('/projects.csv?as_of=today-7');
    expect(week.headers.get('Plumbline-As-Of')).toBe('2027-04-28T14:59:59.999Z');
    expect(week.headers.get('Content-Disposition')).toContain('projects-2027-04-28.csv');
    const now = await service.first.get('/projects?as_of=today');
    expect(now.headers.get('Plumbline-As-Of')).toBe('2027-05-05T12:00:00Z');
    expect((await service.first.get('/projects')).headers.get('Plumbline-As-Of')).toBeNull();
  });

  it('is refused with what has no past, all at once', async () => {
    expect(await problems('as_of=yesterday')).toEqual([['as_of', 'invalid_format']]);
    expect(await problems('as_of=2027-05-07')).toEqual([['as_of', 'out_of_range']]);
    const query = 'as_of=2027-05-05T12:00:06Z&amount=x&q=roof&sort=description&include=tasks,team';
    expect(await problems(query)).toEqual([
      ['sort', 'not_allowed'],
      ['amount', 'wrong_type'],
      ['as_of', 'out_of_range'],
      ['q', 'not_allowed'],
      ['sort', 'not_allowed'],
      ['include', 'not_allowed'],
      ['include', 'not_allowed'],
    ]);
    expect(await problems('as_of=2027-05-01&description[contains]=x')).toEqual([['description', 'not_allowed']]);
    expect((await service.first.get('/projects?as_of=2027-05-05T12:00:04Z')).status).toBe(200);
    expect((await service.first.get('/companies?as_of=2027-05-01')).body.errors).toMatchObject([
      { code: 'unknown_parameter' },
    ]);
  });

  it('has no projects before the first one', async () => {
    expect((await service.first.get('/projects?as_of=1999-12-31')).body.projects).toEqual([]);
    expect((await service.first.get('/projects?as_of=0001-01-01')).body.projects).toEqual([]);
  });
});
