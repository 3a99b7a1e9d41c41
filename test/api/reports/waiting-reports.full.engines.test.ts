import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { hold } from '../../support/service/hold.ts';
import { sharedService, type TestService } from '../../support/service/service.ts';

let service: TestService;
beforeAll(async () => void (service = await sharedService()));
afterAll(() => service.stop());

/** Only a Postgres server has several sessions, so that one can hold a lock. */
if (inject('template').kind === 'postgres') {
  describe('while the database holds the projects', () => {
    const held = 'The database holds these records for a while.';
    const queued = 'Other reports keep this one waiting.';

    it('reports are 503 with Retry-After, those that wait for others too, and other requests do not wait', async () => {
      const { first, second } = service;
      const holder = await hold(service, 'lock table projects in access exclusive mode');
      const running = [first.get('/reports/pipeline'), second.get('/reports/win_loss')];
      await holder.waiting(2);
      const others = [first.get('/reports/pipeline'), first.get('/reports/win_loss')];
      expect((await first.get('/companies')).status).toBe(200);
      const ended = await Promise.all([...running, ...others]);
      expect(ended.map(({ status, body }) => [status, body.code])).toEqual(ended.map(() => [503, 'unavailable']));
      for (const { headers } of ended) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
      expect(new Set(ended.map(({ body }) => body.detail))).toEqual(new Set([held, queued]));
      await holder.release();
      expect((await first.get('/reports/pipeline')).status).toBe(200);
    });

    it('lists and records are 503 with Retry-After', async () => {
      const holder = await hold(service, 'lock table projects in access exclusive mode');
      const ended = await Promise.all(['/projects', '/projects/1'].map((path) => service.first.get(path)));
      expect(ended.map(({ status, body }) => [status, body.detail])).toEqual([
        [503, held],
        [503, held],
      ]);
      for (const { headers } of ended) expect(headers.get('retry-after')).toBe('1');
      await holder.release();
    });
  });
} else {
  it('the embedded engine has one session, and no lock timeout', async () => {
    expect(await service.engine.query('show lock_timeout')).toEqual([{ lock_timeout: '0' }]);
  });
}
