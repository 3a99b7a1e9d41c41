import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { hold } from '../../support/service/hold.ts';
import { make, next } from '../../support/data/make.ts';
import { sharedService, type TestService } from '../../support/service/service.ts';

let service: TestService;
beforeAll(async () => void (service = await sharedService()));
afterAll(() => service.stop());

/** Only a Postgres server has several sessions, so that one can hold a lock. */
if (inject('template').kind === 'postgres') {
  describe('a request for a record that another session has locked', () => {
    it('waits 5 seconds, then gets a 409 with an idempotency key, and a 503 with Retry-After without one', async () => {
      const { first } = service;
      const [one, other] = [await make(first, 'companies'), await make(first, 'companies')];
      const key = { 'idempotency-key': `held ${next()}` };
      const company = { phone: '512-555-0100' };
      const changeKeyed = () => first.patch(`/companies/${one.id}`, { company }, key);
      const change = () => first.patch(`/companies/${other.id}`, { company });
      const holder = await hold(service, `select * from companies where id in (${one.id}, ${other.id}) for update`);
      expect(await service.engine.query('show lock_timeout')).toEqual([{ lock_timeout: '5s' }]);
      const both = Promise.all([changeKeyed(), change()]);
      await holder.waiting(2);
      const [keyed, unkeyed] = await both;
      expect([keyed.status, keyed.body.code]).toEqual([409, 'conflict']);
      expect(keyed.body.detail).toContain('still running');
      expect([unkeyed.status, unkeyed.body.code]).toEqual([503, 'unavailable']);
      expect(unkeyed.headers.get('retry-after')).toBe('1');
      for (const { id } of [one, other]) {
        expect((await first.get(`/companies/${id}`)).body.company.phone).toBe(null);
      }
      await holder.release();
      for (const changed of [await changeKeyed(), await change()]) {
        expect([changed.status, changed.body.company?.phone]).toEqual([200, company.phone]);
      }
      expect((await changeKeyed()).headers.get('idempotent-replayed')).toBe('true');
    });
  });
} else {
  it('the embedded engine has one session, and no lock timeout', async () => {
    expect(await service.engine.query('show lock_timeout')).toEqual([{ lock_timeout: '0' }]);
  });
}
