import { resolved } from '../support/data/hostile.ts';
import type { Json } from '../support/service/client.ts';
import { oddTexts } from './odd-values.ts';
import type { Random } from './random.ts';
import { type Source, valueOf } from './values.ts';

type Pair = readonly [name: string, value: string];

/** The query parameters of an operation that stand for themselves, with their schemas. */
function parametersOf({ document }: Source, operation: Json): Json[] {
  const all: Json[] = (operation.parameters ?? []).map((one: Json) => resolved(document, one));
  return all.filter((one) => one.in === 'query' && !/[{]/.test(one.name as string) && one.name !== 'filters');
}

/** Returns a valid query: the required parameters and a few others. */
export function soundQuery(source: Source, operation: Json): Pair[] {
  const { random } = source;
  const all = parametersOf(source, operation);
  const extra = all.length > 0 ? random.pick([0, 0, 1, 2, 4]) : 0;
  const asked = new Set([
    ...all.filter((one) => one.required),
    ...Array.from({ length: extra }, () => random.pick(all)),
  ]);
  return [...asked].filter(({ name }) => name !== 'cursor' || random.isIn(5)).map((one) => pairOf(source, one));
}

function pairOf(source: Source, { name, schema }: Json): Pair {
  const field = /^\w+/.exec(name as string)?.[0] ?? '';
  if (name === 'per_page') return [name, String(1 + source.random.below(50))];
  const value = valueOf(source, schema, field);
  return [name, Array.isArray(value) ? value.join() : String(value)];
}

const oddNames = [
  ...['no_such', '__proto__', 'constructor[eq]', 'name[toString]', 'name[]', 'name[', ']', '[eq]', 'name[eq][eq]', ''],
  ...[
    'filters[name]',
    'filters[name][gt]',
    'filters[__proto__][x]',
    'filters[][]',
    'custom_fields[x]',
    'a'.repeat(3000),
  ],
  ...['page', 'per_page', 'sort', 'fields', 'include', 'cursor', 'q', 'address.city[contains]', 'deleted_at[is_null]'],
  ...[
    'created_at[gt]',
    'id[in]',
    'view',
    'group_by',
    'event_type',
    'timestamp',
    'payload.id',
    'PAGE',
    'name%00',
    '\u{1f3d7}',
  ],
] as const;

const oddValues = [
  ...[
    '',
    ',',
    ',,,',
    'null',
    'NULL',
    '-1',
    '0',
    '1',
    '501',
    '1e3',
    '99999999999999999999',
    'true',
    'id',
    '-id',
    '--id',
  ],
  ...['id,id', 'name,-created_at,name', 'today', 'today-9999999', 'today+1', 'me', '2026-02-30', '%', '%zz', '%00'],
  ...['%ed%a0%80', '%c0%af', '%ff', '+', '&', '=', '==', '\\', "' or 1=1", '1;2', '[]', '{}', 'a'.repeat(9000)],
  ...['1,'.repeat(1500), 'x '.repeat(50), 'id,name,version', 'no_such', '%F0%9F%8F%97', '*', ':*', '!a & b', '<->'],
] as const;

/** Returns a query with something odd in it, and the rest as it was. */
export function oddQuery(random: Random, pairs: readonly Pair[]): Pair[] {
  const made = [...pairs];
  for (let times = random.pick([1, 1, 2, 5]); times > 0; times -= 1) {
    const at = random.below(made.length + 1);
    const known = made[at] ?? made[0];
    const name = known && random.isIn(60) ? known[0] : random.pick(oddNames);
    const value = random.isIn(70) ? random.pick(oddValues) : random.pick(oddTexts);
    made.splice(at, random.isIn(50) ? 1 : 0, [name, value]);
  }
  if (random.isIn(20) && made[0]) made.push(made[0]);
  return random.isIn(3) ? Array.from({ length: 600 }, (_, index) => [`n${index}`, '1'] as const) : made;
}

/** Returns a cursor that the service has not made, or has made for another list. */
export function oddCursor(random: Random, known: readonly string[]): string {
  const cursor = known.length > 0 ? random.pick(known) : '';
  const bytes = Buffer.from(cursor, 'base64url');
  return random.pick<() => string>([
    () => cursor,
    () => cursor.slice(0, random.below(cursor.length + 1)),
    () => Buffer.from(bytes.toString('latin1').replace(/\d/, '9'), 'latin1').toString('base64url'),
    () => encoded(['f', random.pick(['companies -created_at,-id', 'projects name', '']), random.pick(oddTexts), '1']),
    () => encoded(random.pick<unknown>([null, [], {}, 'x', [[]], ['f'], 1e400, { __proto__: 1 }])),
    () => Buffer.from([...bytes].map((byte) => (random.isIn(5) ? random.below(256) : byte))).toString('base64url'),
  ])();
}

const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Writes a query. What is percent-encoded already stays. */
export const queryText = (pairs: readonly Pair[]): string =>
  pairs.length === 0 ? '' : `?${pairs.map(([name, value]) => `${inQuery(name)}=${inQuery(value)}`).join('&')}`;

/** Only what would end the request line is always encoded; the rest goes out as it is. */
const inQuery = (text: string): string =>
  text.replace(/[^!-~]|[#&=](?=.)/gu, (one) => (/[\ud800-\udfff]/u.test(one) ? '%ed%a0%80' : encodeURIComponent(one)));
