import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isReference, type Resource } from '../../../src/resources/resource.ts';
import type { Json, Reply } from '../../support/service/client.ts';
import { plannedRows, rowIn, type World, worldOf } from '../../support/data/planned-rows.ts';
import { matchedTable } from '../../support/data/registry.ts';
import { runsOf } from '../../support/endurance.ts';
import { sharedService, type TestService } from '../../support/service/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await sharedService();
  // Both accounts get the same time zone, so that their dates match.
  await service.engine.query(
    `update accounts set directory_version = directory_version + 1,
      time_zone = (select time_zone from accounts where id = $1::bigint) where id = $2::bigint`,
    [service.accounts.first, service.accounts.second],
  );
});
afterAll(() => service.stop());

/** The outcome of a row, in a bulk request or in a single one. */
interface Fate {
  readonly id: string | null;
  readonly result: string;
  readonly errors: readonly Json[];
}

/** Sends the rows without bulk: as a PATCH if a record has the id or the external id, else as a POST. */
async function oneByOne({ client }: World, resource: Resource, rows: readonly Json[]): Promise<Fate[]> {
  const fates: Fate[] = [];
  for (const row of rows) {
    const found =
      typeof row.external_id === 'string' && row.external_id !== '' ? await holderOf(resource, row.external_id) : null;
    const { id, ...fields } = row;
    const target: string | null = id ?? found;
    const body = { [resource.singular]: fields };
    const before = target === null ? null : (await client.get(`/${resource.plural}/${target}`)).headers.get('etag');
    const path = `/${resource.plural}`;
    const reply = target === null ? await client.post(path, body) : await client.patch(`${path}/${target}`, body);
    fates.push(fateOf(resource, reply, { target, before }));
  }
  return fates;
}

async function holderOf(resource: Resource, externalId: string): Promise<string | null> {
  const [holder] = await service.engine.query<{ id: string }>(
    `select id from ${resource.plural} where account_id = $1::bigint and deleted_at is null and lower(external_id) = lower($2)`,
    [service.accounts.second, externalId],
  );
  return holder?.id ?? null;
}

function fateOf(
  resource: Resource,
  reply: Reply,
  { target, before }: { target: string | null; before: string | null },
): Fate {
  if (reply.status === 201) return { id: reply.body[resource.singular].id, result: 'created', errors: [] };
  const isSame = reply.headers.get('etag') === before;
  if (reply.status === 200) return { id: target, result: isSame ? 'unchanged' : 'updated', errors: [] };
  const isMissing = reply.status === 404;
  return {
    id: target,
    result: 'failed',
    errors: isMissing ? [{ pointer: `/${resource.singular}/id`, code: 'not_found' }] : reply.body.errors,
  };
}

/** A record without the parts that differ between accounts: ids and users. */
function comparable(resource: Resource, value: Json, key = ''): unknown {
  const field = resource.fields[key];
  if (isReference(field) && field.to === 'users') return Array.isArray(value) ? value.length : value !== null;
  if (Array.isArray(value)) return value.map((one) => comparable(resource, one));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => name !== 'id')
      .map(([name, inner]) => [name, comparable(resource, inner as Json, name)]),
  );
}

/** The number of an account's webhook messages of each type and of its stage changes. */
async function toldIn(account: string, { plural }: Resource): Promise<Record<string, number>> {
  const rows = await service.engine.query<{ name: string; count: number }>(
    `select event_type as name, count(*)::integer as count from webhook_messages
    where account_id = $1::bigint and resource = $2 group by event_type
    union all select 'stages', count(*)::integer from stage_changes where account_id = $1::bigint`,
    [account, plural],
  );
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]));
}

const more = (after: Record<string, number>, before: Record<string, number>): Record<string, number> =>
  Object.fromEntries(Object.entries(after).map(([name, count]) => [name, count - (before[name] ?? 0)]));

describe.each(matchedTable)('the rows of a bulk request for %s', (plural, resource) => {
  it('have the same results as the same rows in single requests', { timeout: 120_000 }, async () => {
    const [many, single] = [
      await worldOf(service.first, resource, 'Before'),
      await worldOf(service.second, resource, 'Before'),
    ];
    // More than the service reads in one chunk.
    const planned = await plannedRows(service.first, resource, runsOf(220, 400));
    const before = {
      many: await toldIn(service.accounts.first, resource),
      single: await toldIn(service.accounts.second, resource),
    };
    const reply = await many.client.post(`/${plural}/bulk`, { [plural]: planned.map((row) => rowIn(many, row)) });
    expect(reply.status, reply.text.slice(0, 500)).toBe(200);
    const fates = await oneByOne(
      single,
      resource,
      planned.map((row) => rowIn(single, row)),
    );
    const results: Json[] = reply.body.results;
    const told = (errors: readonly Json[] = [], prefix: string) =>
      errors.map(({ pointer, code }) => [String(pointer).replace(prefix, ''), code]);
    expect(results.map((one, index) => [index, one.result, ...told(one.errors, `/${plural}/${index}`)])).toEqual(
      fates.map((one, index) => [index, one.result, ...told(one.errors, `/${resource.singular}`)]),
    );
    const kinds = ['created', 'updated', 'unchanged', 'failed'].map((kind) =>
      fates.filter(({ result }) => result === kind),
    );
    for (const kind of kinds) expect(kind.length).toBeGreaterThan(3);
    const twins = new Map(fates.map(({ id }, index) => [id, results[index]?.id as string | null]));
    for (const [id, twin] of twins) {
      const one = await single.client.get(`/${plural}/${id}`);
      const other = await many.client.get(`/${plural}/${twin}`);
      expect(other.status).toBe(one.status);
      if (one.status === 404) continue;
      expect(other.headers.get('etag')).toBe(one.headers.get('etag'));
      expect(comparable(resource, other.body)).toEqual(comparable(resource, one.body));
      const changes = async ({ client }: World, of: string | null) =>
        (await client.get(`/${plural}/${of}/history`)).body.changes.map(({ action, fields }: Json) => [
          action,
          Object.keys(fields),
        ]);
      expect(await changes(many, twin)).toEqual(await changes(single, id));
    }
    const toldMore = more(await toldIn(service.accounts.first, resource), before.many);
    expect(toldMore[`${resource.singular}.create`]).toBeGreaterThan(3);
    expect(toldMore).toEqual(more(await toldIn(service.accounts.second, resource), before.single));
  });
});
