import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Reply } from '../../support/service/client.ts';
import { hold } from '../../support/service/hold.ts';
import { make } from '../../support/data/make.ts';
import { sharedService, type TestService } from '../../support/service/service.ts';

let service: TestService;
beforeAll(async () => void (service = await sharedService()));
afterAll(() => service.stop());

/** The durations in milliseconds, by name. */
const timesOf = ({ headers }: Reply): Record<string, number> =>
  Object.fromEntries(
    [...(headers.get('server-timing') ?? '').matchAll(/(\w+);dur=([\d.]+)/g)].map(([, name, time]) => [
      name,
      Number(time),
    ]),
  );

describe('Server-Timing', () => {
  it.each<[string, () => Promise<Reply>]>([
    ['a list', () => service.first.get('/projects')],
    ['a record', async () => service.first.get(`/projects/${(await make(service.first, 'projects')).id}`)],
    ['a search', () => service.first.get('/projects?q=harbor')],
    ['a change', () => service.first.post('/projects', { project: { name: 'Harbor' } })],
    ['a refusal for its token', () => service.client('no-such-token').get('/projects')],
  ])('has the database time of %s, which is no longer than the total time', async (_, ask) => {
    const { total = 0, db = 0 } = timesOf(await ask());
    expect(db).toBeGreaterThan(0);
    expect(db).toBeLessThanOrEqual(total);
  });
});

// The embedded engine has one session, so no other session can hold a lock.
if (inject('template').kind === 'postgres') {
  it('Server-Timing counts the wait for a lock as database time', async () => {
    const { id } = await make(service.first, 'projects');
    const holder = await hold(service, `select * from projects where id = ${id} for update`);
    const changing = service.first.patch(`/projects/${id}`, { project: { name: 'Mill' } });
    await holder.waiting();
    await service.engine.query('select pg_sleep(0.2)');
    await holder.release();
    const { total = 0, db = 0 } = timesOf(await changing);
    expect(db).toBeGreaterThan(200);
    expect(db).toBeLessThanOrEqual(total);
  });
}
