import type { Field } from '../../../src/resources/fields.ts';
import { resourceOf } from '../../../src/resources/index.ts';
import type { Resource } from '../../../src/resources/resource.ts';
import type { Client, Json } from '../service/client.ts';
import { type Fields, fullBody, make, nameKey } from './make.ts';
import { askedFields } from './registry.ts';
import { wrongValues } from './wrong.ts';

/** Returns a generator of random numbers that is the same in every run. */
function numbersFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** A value of a row: a plain value, or an entry of another resource, which has another id in each account. */
type Planned = { readonly value: unknown } | { readonly family: string; readonly places: readonly number[] };

export interface PlannedRow {
  /** The index of an existing record to update. An index beyond the last one names an unknown id. */
  readonly record: number | null;
  readonly fields: Readonly<Record<string, Planned>>;
}

const recordsBefore = 8;

function plannedValue(field: Field, plain: readonly unknown[], pick: (below: number) => number): Planned {
  const wrong = wrongValues(field);
  const chance = pick(100);
  if (chance < 3) return { value: wrong[pick(wrong.length)]?.value ?? null };
  return chance < 20 ? { value: chance < 12 ? null : '' } : soundValue(field, plain, pick);
}

function soundValue(field: Field, plain: readonly unknown[], pick: (below: number) => number): Planned {
  if (field.kind === 'reference') return { family: field.to, places: [pick(4)] };
  if (field.kind === 'references') return { family: field.to, places: pick(3) ? [pick(4), 4 + pick(2)] : [] };
  if (field.kind === 'custom_fields') return { value: pick(2) ? { grade: `g${pick(3)}` } : { no_such: 1 } };
  return { value: plain[pick(plain.length)] };
}

/** Plans valid and invalid rows with an id, with an external id or without both. The rows are the same in every run. */
export async function plannedRows(client: Client, resource: Resource, count: number): Promise<PlannedRow[]> {
  const pick = numbersFrom(20_260_302 + resource.plural.length);
  const bodies = [await fullBody(client, resource), await fullBody(client, resource)];
  const asked = askedFields(resource).filter(({ key }) => key !== 'external_id');
  return Array.from({ length: count }, () => {
    const some = pick(12) === 0 ? [] : asked.filter(({ field }) => pick(10) < (field.required ? 7 : 2));
    const fields = some.map(
      ({ key, field }) =>
        [
          key,
          plannedValue(
            field,
            bodies.map((body) => body[key]),
            pick,
          ),
        ] as const,
    );
    const name = `Key ${String.fromCharCode(97 + pick(12))}`;
    const externalId = pick(2) ? [['external_id', { value: pick(2) ? name : name.toUpperCase() }] as const] : [];
    const cleared = pick(12) === 0 ? [['external_id', { value: null }] as const] : externalId;
    return {
      record: pick(5) < 2 ? pick(recordsBefore + 1) : null,
      fields: Object.fromEntries([...fields, ...cleared]),
    };
  });
}

/** An account with the records that its rows can name and change. */
export interface World {
  readonly client: Client;
  readonly entries: Readonly<Record<string, readonly string[]>>;
  readonly records: readonly string[];
}

/** What a note or a file needs besides its name. */
function besideOf({ plural }: Resource, company: string | undefined): Fields {
  if (plural === 'notes') return { company_id: company };
  return plural === 'files' ? { company_id: company, url: 'https://plans.example.com/set' } : {};
}

/** Makes the records that rows can name and change, the same in each account. */
export async function worldOf(client: Client, resource: Resource, prefix: string): Promise<World> {
  if (resource.fields['custom_fields']) {
    await make(client, 'custom_fields', { model: resource.singular, name: 'Grade', field_type: 'text' });
  }
  const families = new Set(
    Object.values(resource.fields).flatMap((field) => ('to' in field && !field.readOnly ? [field.to] : [])),
  );
  const entries: Record<string, string[]> = {};
  for (const family of families) {
    const isList = resourceOf(family).kept === 'directory' && family !== 'users';
    const key = nameKey(resourceOf(family));
    const known: Json[] = isList
      ? (await client.get(`/${family}?per_page=500`)).body[family]
      : [await make(client, family, { [key]: 'Entry 0' }), await make(client, family, { [key]: 'Entry 1' })];
    entries[family] = known.map(({ id }) => id);
  }
  const records: string[] = [];
  for (let one = 0; one < recordsBefore; one += 1) {
    const fields = {
      ...besideOf(resource, entries['companies']?.[0]),
      [nameKey(resource)]: `${prefix} ${one}`,
      ...(one % 2 ? { external_id: `key ${'abcdefgh'.charAt(one)}` } : {}),
    };
    records.push((await make(client, resource.plural, fields)).id);
  }
  return { client, entries, records };
}

/** Returns the body of a planned row in one account. */
export const rowIn = ({ entries, records }: World, { record, fields }: PlannedRow): Json => ({
  ...(record === null ? {} : { id: records[record] ?? '987654321' }),
  ...Object.fromEntries(
    Object.entries(fields).map(([key, planned]) => {
      if ('value' in planned) return [key, planned.value];
      const ids = planned.places.map((place) => entries[planned.family]?.[place] ?? entries[planned.family]?.[0]);
      return [key, key.endsWith('_ids') ? ids : ids[0]];
    }),
  ),
});
