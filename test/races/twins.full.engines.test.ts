import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { transactionLimits } from '../../src/records/chunks.ts';
import { runsOf } from '../support/endurance.ts';
import { csv, upload } from '../support/data/importing.ts';
import { make, next } from '../support/data/make.ts';
import type { Client, Json, Reply } from '../support/service/client.ts';
import { startTestService, type TestService } from '../support/service/service.ts';
import { together, wholeTrail } from './trail.ts';

let service: TestService;
let first: Client;
beforeAll(async () => {
  service = await startTestService();
  ({ first } = service);
});
afterAll(() => service.stop());

const rounds = runsOf(2, 40);
const twins = 5;

interface Twin {
  readonly title: string;
  /** Makes what the request needs, and returns the request. */
  readonly prepare: () => Promise<(key: Record<string, string>) => Promise<Reply>>;
  readonly status: number;
}

const companies = (count: number): Json[] =>
  Array.from({ length: count }, () => ({ name: `Twin ${next()}`, external_id: `twin-${next()}` }));

const requests: readonly Twin[] = [
  {
    title: 'a creation',
    status: 201,
    prepare: async () => {
      const project = { name: `Twin ${next()}` };
      return (key) => first.post('/projects', { project }, key);
    },
  },
  {
    title: 'an update',
    status: 200,
    prepare: async () => {
      const { id } = await make(first, 'projects', { units: 1 });
      return (key) => first.patch(`/projects/${id}`, { project: { units: 2 } }, key);
    },
  },
  {
    title: 'a deletion',
    status: 204,
    prepare: async () => {
      const { id } = await make(first, 'contacts');
      return (key) => first.delete(`/contacts/${id}`, key);
    },
  },
  {
    title: 'a restoration',
    status: 200,
    prepare: async () => {
      const { id } = await make(first, 'companies');
      await first.delete(`/companies/${id}`);
      return (key) => first.post(`/companies/${id}/restore`, undefined, key);
    },
  },
  {
    title: 'a bulk',
    status: 200,
    prepare: async () => {
      const rows = companies(20).map(({ name }) => ({ name }));
      return (key) => first.post('/companies/bulk', { companies: rows }, key);
    },
  },
  {
    title: 'a bulk deletion',
    status: 200,
    prepare: async () => {
      const { body } = await first.post('/companies/bulk', { companies: companies(5) });
      const ids = body.results.map(({ id }: Json) => id);
      return (key) => first.post('/companies/bulk/delete', { ids }, key);
    },
  },
  {
    title: 'a bulk reversion',
    status: 200,
    prepare: async () => {
      const { body } = await first.post('/companies/bulk', { companies: companies(5) });
      const ids = body.results.map(({ id }: Json) => id);
      await first.post('/companies/bulk', { companies: ids.map((id: string) => ({ id, phone: '7' })) });
      return (key) =>
        first.post('/companies/bulk/revert', { reversions: ids.map((id: string) => ({ id, version: 1 })) }, key);
    },
  },
  {
    title: 'a conversion',
    status: 201,
    prepare: async () => {
      const { id } = await make(first, 'leads');
      return (key) => first.post(`/leads/${id}/convert`, undefined, key);
    },
  },
  {
    title: 'a replacement of a stage',
    status: 204,
    prepare: async () => {
      const { id } = await make(first, 'project_stages', { category: 'open' });
      const { id: other } = await make(first, 'project_stages', { category: 'open' });
      await make(first, 'projects', { project_stage_id: id });
      return (key) => first.delete(`/project_stages/${id}?replace_with=${other}`, key);
    },
  },
  {
    title: 'an upload',
    status: 201,
    prepare: async () => {
      const file = csv(['name'], [`Twin ${next()}`]);
      return (key) => first.post('/imports?as=companies', file, { 'content-type': 'text/csv', ...key });
    },
  },
  {
    title: 'a run of an import',
    status: 202,
    prepare: async () => {
      const { id } = await upload(first, 'companies', csv(['name'], [`Twin ${next()}`]));
      return (key) => first.post(`/imports/${id}/run`, undefined, key);
    },
  },
  {
    title: 'a new token',
    status: 201,
    prepare: async () => (key) => first.post('/api_tokens', { api_token: { name: 'Twin', scopes: ['read'] } }, key),
  },
];

/** The rows of the account in the tables that a change adds to. */
async function kept(): Promise<Record<string, number>> {
  const names = ['companies', 'projects', 'imports', 'import_states', 'import_chunks', 'api_tokens', 'stage_changes'];
  const counted = [...names, 'changes', 'webhook_messages', 'idempotency_keys', 'bulk_results', 'jobs'].map(
    (name) => `(select count(*)::integer from ${name} where account_id = $1::bigint) as ${name}`,
  );
  const [row] = await service.engine.query<Record<string, number>>(`select ${counted.join()}`, [
    service.accounts.first,
  ]);
  return row ?? {};
}

const grown = (before: Record<string, number>, after: Record<string, number>): Record<string, number> =>
  Object.fromEntries(Object.entries(after).map(([name, count]) => [name, count - (before[name] ?? 0)]));

describe('requests with one idempotency key at the same time', { timeout: 300_000 }, () => {
  it.each(requests)('are one request: $title', async ({ prepare, status }) => {
    for (let round = 0; round < rounds; round += 1) {
      const alone = await prepare();
      const beforeAlone = await kept();
      expect((await alone({ 'idempotency-key': `alone ${next()}` })).status).toBe(status);
      const byOne = grown(beforeAlone, await kept());
      const ask = await prepare();
      const before = await kept();
      const key = { 'idempotency-key': `twins ${next()}` };
      const replies = await together(twins, () => ask(key));
      expect(replies.map((reply) => reply.status)).toEqual(replies.map(() => status));
      expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
      const replayed = replies.filter(({ headers }) => headers.get('idempotent-replayed') === 'true');
      expect(replayed).toHaveLength(twins - 1);
      expect(grown(before, await kept())).toEqual(byOne);
    }
  });

  it('apply a bulk of several chunks once, whichever of them goes on with it', async () => {
    const count = 2 * transactionLimits[service.engine.kind].records + 10;
    for (let round = 0; round < runsOf(4, 60); round += 1) {
      const body = { companies: companies(count).map(({ name }) => ({ name })) };
      const key = { 'idempotency-key': `bulk twins ${next()}` };
      const before = await kept();
      const replies = await together(twins, async (twin) => {
        // Later twins arrive before, within or after a chunk of the first request.
        if (round > 1) await pause(twin * Math.random() * 4 ** (round % 5));
        return await first.post('/companies/bulk', body, key);
      });
      const answered = replies.filter(({ status }) => status === 200);
      expect(answered.length, replies.map(({ text }) => text.slice(0, 200)).join()).toBeGreaterThan(0);
      for (const { status, body: told } of replies)
        if (status !== 200) expect([status, told.code]).toEqual([409, 'conflict']);
      const again = await first.post('/companies/bulk', body, key);
      expect(again.headers.get('idempotent-replayed')).toBe('true');
      for (const { text } of answered) expect(text).toBe(again.text);
      expect(grown(before, await kept())).toMatchObject({
        ...{ companies: count, changes: count, webhook_messages: count },
        ...{ idempotency_keys: 1, bulk_results: 0 },
      });
    }
  });

  it('leave a whole trail', async () => {
    const { id } = await make(first, 'companies', { phone: '0' });
    for (let round = 1; round <= rounds; round += 1) {
      const key = { 'idempotency-key': `trail ${next()}` };
      await together(twins, () => first.patch(`/companies/${id}`, { company: { phone: `${round}` } }, key));
    }
    expect((await wholeTrail(first, 'companies', id)).changes).toHaveLength(1 + rounds);
  });
});
