import fc, { type Arbitrary } from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resourceOf } from '../../../src/resources/index.ts';
import { type ListField, listFieldsOf, type Operator, operatorsOf } from '../../../src/resources/list-fields.ts';
import type { Client, Json } from '../../support/service/client.ts';
import { follow, linksOf } from '../../support/data/links.ts';
import { meets, sorted, type Term, type Told, toldBy } from '../../support/data/list-oracle.ts';
import { fullBody, make } from '../../support/data/make.ts';
import { runsOf } from '../../support/endurance.ts';
import { sharedService, type TestService } from '../../support/service/service.ts';
import { defineFields, makeVaried, oddTexts } from '../../support/data/varied.ts';

let service: TestService;
let first: Client;
let made: Readonly<Record<Family, readonly Json[]>>;
beforeAll(async () => {
  service = await sharedService();
  ({ first } = service);
  await defineFields(first);
  const earlier = Date.parse('2026-01-03T05:59:59.500Z');
  await makeVaried(first, 60, (index) => {
    service.clock.set(new Date(earlier + index * 71_000_000).toISOString());
  });
  service.clock.set('2026-03-04T05:30:00Z');
  const all = async (plural: string) => (await first.get(`/${plural}?per_page=500`)).body[plural] as Json[];
  for (const plural of families.slice(2)) await makeSome(plural);
  made = Object.fromEntries(
    await Promise.all(families.map(async (plural) => [plural, await all(plural)] as const)),
  ) as Record<Family, Json[]>;
});
afterAll(() => service.stop());

/** Resources that together have every kind of field. The first two have odd values. */
const families = ['projects', 'companies', 'contacts', 'leads', 'tasks', 'calls', 'custom_fields'] as const;

type Family = (typeof families)[number];

/** Creates full records and minimal ones. */
async function makeSome(plural: Family): Promise<void> {
  for (let count = 0; count < 18; count += 1) {
    await make(first, plural, count % 3 === 0 ? {} : await fullBody(first, resourceOf(plural)));
  }
}

/** A field that a filter can name, and its value in a record. */
interface Criterion {
  readonly name: string;
  readonly kind: string;
  readonly operators: readonly Operator[];
  readonly told: (record: Json) => Told;
}

const ofField = (listed: ListField): Criterion => ({
  name: listed.name,
  kind: listed.field.kind,
  operators: operatorsOf[listed.comparison],
  told: (record) =>
    listed.field.kind === 'references' ? record.industries.map(({ id }: Json) => id) : toldBy(record, listed),
});

/** Records do not show unlisted fields, and lists do not contain deleted records. */
const isTold = ({ name, field }: ListField): boolean => !field.unlisted && name !== 'deleted_at';

const own = (plural: string): Criterion[] => [...listFieldsOf(resourceOf(plural)).values()].filter(isTold).map(ofField);

const custom: readonly Criterion[] = (
  [
    ...(['text', 'long_text', 'url'] as const).map((type) => [type, 'text'] as const),
    ...(['number', 'currency', 'date'] as const).map((type) => [type, 'ordered'] as const),
    ...(['boolean', 'select', 'multi_select', 'user'] as const).map((type) => [type, 'plain'] as const),
  ] as const
).map(([type, comparison]) => ({
  name: `custom_fields[my_${type}]`,
  kind: type,
  operators: operatorsOf[comparison],
  told: (record) => record.custom_fields[`my_${type}`],
}));

const criteriaOf = (plural: Family): readonly Criterion[] => [...own(plural), ...(plural === 'projects' ? custom : [])];

const texts = new Set(['text', 'long_text', 'url', 'email']);

/** Values that records have, and some others. */
function valueOf(criterion: Criterion, records: readonly Json[]): Arbitrary<string> {
  const told = records.flatMap((record) => criterion.told(record) ?? []).map(String);
  const further = texts.has(criterion.kind) ? oddTexts : [];
  // A filter may name a value that no record has.
  return fc.constantFrom(...new Set([...told, ...further, ...(told.length === 0 ? ['7'] : [])]));
}

/** A part of a text, unchanged or in upper case. */
function partOf(text: string): Arbitrary<string> {
  const points = [...text];
  return fc
    .tuple(fc.nat(points.length - 1), fc.integer({ min: 1, max: 6 }), fc.boolean())
    .map(([start, length, loud]) => {
      const part = points.slice(start, start + length).join('');
      return loud ? part.toUpperCase() : part;
    });
}

function operandOf(criterion: Criterion, operator: Operator, records: readonly Json[]): Arbitrary<string> {
  const value = valueOf(criterion, records);
  if (operator === 'is_null') return fc.constantFrom('true', 'false');
  if (operator === 'contains' || operator === 'starts_with') {
    return value.chain(partOf);
  }
  const orEmpty = fc.oneof({ weight: 5, arbitrary: value }, { weight: 1, arbitrary: fc.constant('null') });
  if (operator === 'eq' || operator === 'ne') return orEmpty;
  if (operator !== 'in') return value.filter((text) => text !== 'null' || texts.has(criterion.kind));
  const plain = orEmpty.filter((text) => !text.includes(','));
  return fc.array(plain, { minLength: 1, maxLength: 4 }).map((several) => several.join(','));
}

interface Sent {
  readonly criterion: Criterion;
  readonly operator: Operator;
  readonly text: string;
  readonly parameter: string;
}

/** The equivalent spellings of a filter parameter. */
function parameterOf(name: string, operator: Operator, way: { wrapped: boolean; bare: boolean }): string {
  const [head = '', ...rest] = name.split(/[[\]]+/).filter(Boolean);
  const path = [
    ...(way.wrapped ? ['filters'] : []),
    head,
    ...rest,
    ...(way.bare && operator === 'in' ? [] : [operator]),
  ];
  return path.map((part, index) => (index === 0 ? part : `[${part}]`)).join('');
}

const filterOn = (plural: Family, criterion: Criterion): Arbitrary<Sent> =>
  fc.constantFrom(...criterion.operators).chain((operator) =>
    fc.tuple(operandOf(criterion, operator, made[plural]), fc.boolean(), fc.boolean()).map(([text, wrapped, bare]) => {
      const parameter = parameterOf(criterion.name, operator, { wrapped, bare });
      return { criterion, operator, text, parameter };
    }),
  );

const queryOf = (sent: readonly Sent[]): string =>
  sent.map(({ parameter, text }) => `${encodeURIComponent(parameter)}=${encodeURIComponent(text)}`).join('&');

const isMet = (record: Json, sent: readonly Sent[]): boolean =>
  sent.every(({ criterion, operator, text }) =>
    meets(criterion.told(record), { operator, text, kind: criterion.kind }),
  );

const withoutTwins = (sent: readonly Sent[]): boolean =>
  new Set(sent.map(({ parameter }) => parameter)).size === sent.length;

const idsOf = async (path: string, plural: string): Promise<string[]> => {
  const { status, body, text } = await first.get(path);
  expect(status, `${path}: ${text}`).toBe(200);
  return body[plural].map(({ id }: Json) => id);
};

describe.each(families)('%s', (plural) => {
  const runs = (many: number): number => (plural === 'projects' || plural === 'companies' ? many : Math.ceil(many / 3));

  it.each(criteriaOf(plural).map((criterion) => [criterion.name, criterion] as const))(
    'can be filtered by %s with each of its operators',
    async (_, criterion) => {
      for (const operator of criterion.operators) {
        await fc.assert(
          fc.asyncProperty(filterOn(plural, { ...criterion, operators: [operator] }), async (sent) => {
            const expected = made[plural].filter((record) => isMet(record, [sent])).map(({ id }) => id);
            expect(await idsOf(`/${plural}?per_page=500&fields=id&${queryOf([sent])}`, plural)).toEqual(expected);
          }),
          { numRuns: runsOf(1, 5) },
        );
      }
    },
  );

  it('can be filtered by several conditions, all of which must hold', async () => {
    const one = fc.constantFrom(...criteriaOf(plural)).chain((criterion) => filterOn(plural, criterion));
    await fc.assert(
      fc.asyncProperty(fc.array(one, { minLength: 2, maxLength: 4 }).filter(withoutTwins), async (sent) => {
        const expected = made[plural].filter((record) => isMet(record, sent)).map(({ id }) => id);
        expect(await idsOf(`/${plural}?per_page=500&fields=id&${queryOf(sent)}`, plural)).toEqual(expected);
      }),
      { numRuns: runs(runsOf(50, 200)) },
    );
  });

  it('can be sorted by any fields, with pages of any size, forwards and backwards', async () => {
    const sortable = [...listFieldsOf(resourceOf(plural)).values()].filter((one) => isTold(one) && one.sortable);
    const term: Arbitrary<Term> = fc.record({ listed: fc.constantFrom(...sortable), descending: fc.boolean() });
    const order = fc.uniqueArray(term, { minLength: 1, maxLength: 4, selector: ({ listed }) => listed.name });
    await fc.assert(
      fc.asyncProperty(order, fc.integer({ min: 9, max: 40 }), async (terms, perPage) => {
        const sort = terms.map(({ listed, descending }) => (descending ? '-' : '') + listed.name).join(',');
        const expected = sorted(made[plural], terms);
        const path = `/${plural}?fields=id&sort=${sort}&per_page=`;
        expect(await idsOf(`${path}500`, plural)).toEqual(expected);
        const forwards = await follow(first, { path: `${path}${perPage}` });
        expect(forwards.flat().map(({ id }) => id)).toEqual(expected);
        // A list with one page has no links.
        const { last = `${path}${perPage}` } = linksOf(await first.get(`${path}${perPage}`));
        const backwards = await follow(first, { path: last, relation: 'prev' });
        expect(
          backwards
            .reverse()
            .flat()
            .map(({ id }) => id),
        ).toEqual(expected);
        const second = expected.slice(perPage, 2 * perPage);
        expect(await idsOf(`${path}${perPage}&page=2`, plural)).toEqual(second);
      }),
      { numRuns: runs(runsOf(8, 25)) },
    );
  });
});

it('projects can be sorted by the id, with fields after it that depend on the day', async () => {
  const ids = await idsOf('/projects?fields=id&sort=-id,pursuit_duration,stage_age&per_page=500', 'projects');
  expect(ids).toEqual(made.projects.map(({ id }) => id as string).sort((one, other) => Number(other) - Number(one)));
});
