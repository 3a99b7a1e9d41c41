import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Field } from '../../../src/resources/fields.ts';
import type { Client, Json } from '../../support/service/client.ts';
import { fullBody, leastBody, make, next, postNew } from '../../support/data/make.ts';
import { type Asked, askedFields, shapes } from '../../support/data/registry.ts';
import { sharedService, type TestService } from '../../support/service/service.ts';

let service: TestService;
let first: Client;
beforeAll(async () => {
  service = await sharedService();
  ({ first } = service);
});
afterAll(() => service.stop());

/** The value of a response field as a request body gives it. */
function asGiven({ name, field }: Asked, record: Json): unknown {
  if (field.kind === 'reference') return record[name]?.id ?? null;
  if (field.kind === 'references') return record[name].map(({ id }: Json) => id);
  // A request body gives only the key field of a nested record.
  if (field.kind === 'parts') return record[name].map((part: Json) => part[field.key]);
  return record[name];
}

const isShown = ({ field }: Asked): boolean => !field.unlisted && !field.secret;
const mayBeNull = ({ field }: Asked): boolean => !field.required && !field.secret;

/** The fields that must keep a value while the others are cleared; `instead` has the values that cleared fields get. */
const kept: Readonly<Record<string, readonly string[]>> = {
  calls: ['notes'],
  contacts: ['first_name'],
  custom_fields: ['options'],
  files: ['name', 'url', 'project_id'],
  notes: ['project_id', 'happened_at'],
  project_stages: ['category'],
  projects: ['project_stage_id'],
};
const instead: Readonly<Record<string, Record<string, unknown>>> = {
  notes: { kind: 'note' },
  project_stages: { position: expect.any(Number) },
  users: { role: 'member' },
};

const emptyOf = (field: Field): unknown => {
  if (field.kind === 'custom_fields') return expect.any(Object);
  return field.kind === 'references' || field.kind === 'texts' ? [] : (field.empty ?? null);
};

describe.each(shapes)('%s', (plural, resource) => {
  const wrap = (fields: object) => ({ [resource.singular]: fields });
  const clearable = askedFields(resource, 'update').filter(
    (asked) => mayBeNull(asked) && !kept[plural]?.includes(asked.key),
  );

  it('show the given values in every response', async () => {
    const given = await fullBody(first, resource);
    const made = await postNew(first, resource, wrap(given));
    const record = made.body[resource.singular];
    for (const asked of askedFields(resource).filter(isShown)) {
      if (asked.field.kind !== 'custom_fields') expect(asGiven(asked, record), asked.key).toEqual(given[asked.key]);
    }
    const shown = await first.get(`/${plural}/${record.id}`);
    expect([shown.text, shown.headers.get('etag')]).toEqual([made.text, made.headers.get('etag')]);
    const listed: Json[] = (await first.get(`/${plural}?per_page=500`)).body[plural];
    expect(listed.find(({ id }) => id === record.id)).toEqual(record);
  });

  it('do not change when a client sends them back as it read or wrote them', async () => {
    const given = await fullBody(first, resource);
    const { id } = await make(first, plural, given);
    const before = await first.get(`/${plural}/${id}`);
    const { password: _, ...again } = given;
    for (const body of [before.body, wrap(again), wrap({})]) {
      const after = await first.patch(`/${plural}/${id}`, body);
      expect([after.status, after.text]).toEqual([200, before.text]);
      expect(after.headers.get('etag')).toBe(before.headers.get('etag'));
    }
  });

  it.each([
    ['null', () => null],
    [
      'empty text',
      ({ kind }: Field) =>
        ['text', 'long_text', 'url', 'email', 'date', 'date_time', 'choice', 'entry_key', 'reference'].includes(kind)
          ? ''
          : null,
    ],
  ] as const)('are cleared by %s', async (_, nothing) => {
    const { id } = await make(first, plural, await fullBody(first, resource));
    const body = wrap(Object.fromEntries(clearable.map(({ key, field }) => [key, nothing(field)])));
    const { status, text, body: after } = await first.patch(`/${plural}/${id}`, body);
    expect(status, text).toBe(200);
    for (const { name, key, field } of clearable.filter(isShown)) {
      expect(after[resource.singular][name], key).toEqual(instead[plural]?.[key] ?? emptyOf(field));
    }
    expect((await first.get(`/${plural}/${id}`)).text).toBe(text);
  });

  it('keep text of the greatest length unchanged', async () => {
    const lengthy = askedFields(resource).filter(
      ({ key, field }) => 'maxLength' in field && isShown({ name: key, key, field }),
    );
    const plain = lengthy.filter(
      ({ field, key }) => field.kind !== 'url' && field.kind !== 'email' && !['api_name', 'query'].includes(key),
    );
    const full = (field: Field, end: string): string =>
      ' ' + '🏗'.repeat('maxLength' in field ? field.maxLength - 1 - end.length : 0) + end;
    // The name of a file has no tab and no override of direction; a mark of direction is invisible too.
    const odd = plural === 'files' ? 'é\u0301\u200f' : 'é\u0301\u202e\t';
    const given = Object.fromEntries(plain.map(({ key, field }) => [key, full(field, `${odd}${next()} `)]));
    const record = await make(first, plural, given);
    // A directional mark is invisible. It stays within a text, but not within a key.
    const stored = (field: Field, text = ''): string => ('keyed' in field ? text.replace(/[\u200f\u202e]/, '') : text);
    for (const { name, key, field } of plain) expect(record[name]).toBe(stored(field, given[key]));
    expect((await first.get(`/${plural}/${record.id}`)).body[resource.singular]).toEqual(record);
  });

  it('treat null on creation like an absent field', async () => {
    const least = await leastBody(first, resource);
    const record = (await postNew(first, resource, wrap(least))).body[resource.singular];
    const silent = askedFields(resource).filter(({ key }) => !(key in least));
    const nulls = Object.fromEntries(silent.filter(mayBeNull).map(({ key }) => [key, null]));
    const unique = askedFields(resource).filter(
      ({ key, field }) => (field.unique && field.required) || key === resource.uniqueWithin,
    );
    const fresh = await leastBody(first, resource);
    const other = Object.fromEntries(unique.map(({ key }) => [key, fresh[key]]));
    // The service derives `api_name` from the name.
    if (plural === 'custom_fields') other['name'] = `${String(least['name'])}.two`;
    // A goal is unique by its period.
    if (plural === 'goals') other['starts_on'] = fresh['starts_on'];
    const told = await postNew(first, resource, wrap({ ...least, ...nulls, ...other }));
    expect(told.status, told.text).toBe(201);
    // The fields that differ between the two records because they are unique.
    const own = ['id', 'created_at', 'key', 'api_name', 'position', ...unique.flatMap(({ name, key }) => [name, key])];
    if (plural === 'project_team_roles') own.push('name');
    if (plural === 'goals') own.push('ends_on');
    const same = (record: Json) => Object.fromEntries(Object.entries(record).filter(([key]) => !own.includes(key)));
    expect({ ...same(told.body[resource.singular]), ...same(least) }).toEqual({ ...same(record), ...same(least) });
  });
});

describe('a number', () => {
  it.each([
    ['amount', [0, 0.01, 9_999_999_999_999.99, 1e3, 12.3]],
    ['probability', [0, 1, 0.1, 1 / 3, 5e-324]],
    ['units', [0, 1, 2_147_483_647]],
  ])('in the project field %s is returned as it was sent', async (key, numbers) => {
    const { id } = await make(first, 'projects');
    for (const given of numbers) {
      expect((await first.patch(`/projects/${id}`, { project: { [key]: given } })).body.project[key]).toBe(given);
      expect((await first.get(`/projects/${id}`)).body.project[key]).toBe(given);
    }
  });

  it('that exceeds every double is refused', async () => {
    const answer = await first.post(
      '/projects',
      '{"project":{"name":"T","amount":1e400,"units":1e400,"probability":-0.0}}',
    );
    const pointers: string[] = answer.body.errors.map(({ pointer }: Json) => pointer);
    expect([...new Set(pointers)].sort()).toEqual(['/project/amount', '/project/units']);
  });
});

describe('a time', () => {
  it.each([
    ['2026-01-01T00:00:00+14:00', '2025-12-31T10:00:00Z'],
    ['2026-06-01T12:34:56.7Z', '2026-06-01T12:34:56.700Z'],
    ['2026-06-01T12:34:56.000999Z', '2026-06-01T12:34:56Z'],
    ['2026-06-01T12:34:56.123999-05:30', '2026-06-01T18:04:56.123Z'],
    ['0001-01-02T00:00:00Z', '0001-01-02T00:00:00Z'],
    ['9999-12-30T23:59:59.999Z', '9999-12-30T23:59:59.999Z'],
  ])('%s is returned as %s', async (given, read) => {
    const project = await make(first, 'projects', { bid_due_at: given });
    expect(project.bid_due_at).toBe(read);
    expect((await first.get(`/projects/${project.id}`)).body.project.bid_due_at).toBe(read);
  });

  it.each(['0001-01-01', '1582-10-10', '2024-02-29', '9999-12-31'])('of a day is still the day %s', async (given) => {
    const project = await make(first, 'projects', { start_date: given, end_date: given });
    expect((await first.get(`/projects/${project.id}`)).body.project).toMatchObject({
      start_date: given,
      end_date: given,
    });
  });
});
