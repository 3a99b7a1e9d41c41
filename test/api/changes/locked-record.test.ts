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

  describe('a request while the database holds a whole table, such as a shard that moves', () => {
    it('waits 5 seconds, then gets a 503 with Retry-After, also with an idempotency key', async () => {
      const { first } = service;
      const key = { 'idempotency-key': `moving ${next()}` };
      const create = () => first.post('/tasks', { task: { title: 'Call the owner' } }, key);
      const holder = await hold(service, 'lock table tasks in exclusive mode');
      const waiting = create();
      await holder.waiting();
      const { status, body, headers } = await waiting;
      expect([status, body.code, headers.get('retry-after')]).toEqual([503, 'unavailable', '1']);
      await holder.release();
      expect((await create()).status).toBe(201);
    });
  });

  describe('an error that a node of a sharded Postgres reports without its code', () => {
    /** As Citus does where it carries rows to a node. The suffix is that of a shard. */
    const failing = (message: string): string => `
      create function fail_as_a_node_does() returns trigger language plpgsql as $$
      begin
        if new.name = 'Carried' then raise exception '${message}' using errcode = 'XX000'; end if;
        return new;
      end $$;
      create trigger carried before insert on companies for each row execute function fail_as_a_node_does()`;
    const sound = 'drop trigger carried on companies; drop function fail_as_a_node_does';
    const carried = { company: { name: 'Carried' } };

    it.each([
      ['duplicate key value violates unique constraint "companies_external_ids_102040"', 409, 'conflict'],
      ['canceling statement due to lock timeout', 503, 'unavailable'],
      ['could not find the shard', 500, 'internal'],
    ])('gets the status of its message: %s', async (message, status, code) => {
      const { first, engine } = service;
      await engine.script(failing(message));
      const key = { 'idempotency-key': `carried ${next()}` };
      const refused = await first.post('/companies', carried, key);
      await engine.script(sound);
      expect([refused.status, refused.body.code]).toEqual([status, code]);
      expect((await first.post('/companies', carried, key)).status).toBe(201);
    });
  });
} else {
  it('the embedded engine has one session, and no lock timeout', async () => {
    expect(await service.engine.query('show lock_timeout')).toEqual([{ lock_timeout: '0' }]);
  });
}
