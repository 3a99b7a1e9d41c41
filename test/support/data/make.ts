import { addressParts, type Field } from '../../../src/resources/fields.ts';
import { fileOwners } from '../../../src/resources/files.ts';
import { resourceOf } from '../../../src/resources/index.ts';
import type { Resource } from '../../../src/resources/resource.ts';
import type { Client, Json } from '../service/client.ts';
import { type Asked, askedFields } from './registry.ts';

export type Fields = Record<string, unknown>;

let serial = 0;

/** Returns a number that this suite has not used before. */
export const next = (): number => (serial += 1);

/** Returns an external id that this suite has not used before. Its case folds beyond ASCII. */
export const newExternalId = (): string => `Éxt ${next()}`;

/** Restarts the numbers for a suite with new firms. */
export const restartNumbers = (): void => void (serial = 0);

/** Makes a record with a request to the API. Fills the required fields that are not given. */
export async function make(client: Client, plural: string, fields: Fields = {}): Promise<Json> {
  const resource = resourceOf(plural);
  const body = { ...withoutOwner(await leastBody(client, resource), resource, fields), ...fields };
  const answer = await postNew(client, resource, { [resource.singular]: body });
  if (answer.status !== 201) throw new Error(`${plural} were not made: ${answer.status} ${answer.text}`);
  return answer.body[resource.singular];
}

/** The least body of a file that belongs to one of the given records, or that of another record. */
export function withoutOwner(least: Fields, { plural }: Resource, given: Fields): Fields {
  const isOwned = plural === 'files' && Object.keys(given).some((key) => owners.has(key));
  return isOwned ? Object.fromEntries(Object.entries(least).filter(([key]) => !owners.has(key))) : least;
}

const owners: ReadonlySet<string> = new Set(fileOwners);

/** Sends a request to create a record. A record that belongs to a project gets a project of this client. */
export const postNew = async (client: Client, resource: Resource, body: unknown, headers?: Record<string, string>) =>
  await client.post(await collectionOf(client, resource), body, headers);

const collections = new WeakMap<Client, Map<string, Promise<string>>>();

/** Returns the path of a collection, with the query parameters that name other records. */
export function collectionOf(client: Client, resource: Resource): Promise<string> {
  const known = collections.get(client) ?? new Map<string, Promise<string>>();
  collections.set(client, known);
  const path = known.get(resource.plural) ?? newCollection(client, resource);
  known.set(resource.plural, path);
  return path;
}

async function newCollection(client: Client, { plural, fields }: Resource): Promise<string> {
  const query = new URLSearchParams();
  for (const [name, field] of Object.entries(fields)) {
    if (field.kind === 'reference' && field.byQuery) query.set(`${name}_id`, (await make(client, field.to)).id);
  }
  return query.size > 0 ? `/${plural}?${query.toString()}` : `/${plural}`;
}

/** The key of the field that names a record in a body; of a note, its text. */
export const nameKey = ({ fields }: Resource): string => {
  if (!('name' in fields)) return 'text';
  return fields['name'].readOnly ? 'first_name' : 'name';
};

/** Returns a body with only the required fields. */
export async function leastBody(client: Client, resource: Resource): Promise<Fields> {
  const number = next();
  await collectionOf(client, resource);
  const required = askedFields(resource).filter(({ field }) => field.required);
  return { ...(await values(client, required, number)), ...(await besides[resource.plural]?.least?.(number, client)) };
}

/** Returns a body with every field. Two bodies differ in each field, as far as the field allows. */
export async function fullBody(
  client: Client,
  resource: Resource,
  action: 'create' | 'update' = 'create',
): Promise<Fields> {
  const number = next();
  await collectionOf(client, resource);
  const asked = askedFields(resource, action);
  const given = { ...(await values(client, asked, number)), ...besides[resource.plural]?.full?.(number) };
  return Object.fromEntries(Object.entries(given).filter(([key]) => asked.some((one) => one.key === key)));
}

/** A mapping as an answer shows it, with all its parts. */
const savedMapping = (number: number): Fields => ({
  as: 'projects',
  mapping: {
    ...{ upsert_by: ['external_id'], constants: {}, references: {}, custom_fields: {} },
    columns: [
      { from: [`Name ${number}`], to: 'name' },
      { from: ['No.'], to: 'external_id' },
    ],
  },
});

/** The goal of a month of its own. */
const monthlyGoal = (number: number): Fields => ({
  ...{ period: 'month', measure: 'booked_amount', user_id: null, target: number + 0.25 },
  starts_on: `${String(1000 + Math.floor(number / 12))}-${String((number % 12) + 1).padStart(2, '0')}-01`,
});

/** The fields that rules require in addition to the declaration. */
const besides: Readonly<
  Record<
    string,
    {
      least?: (number: number, client: Client) => Fields | Promise<Fields>;
      full?: (number: number) => Fields;
    }
  >
> = {
  calls: { least: (number) => ({ notes: `Called ${number}` }) },
  contacts: { least: (number) => ({ first_name: `Ann ${number}` }) },
  custom_fields: {
    least: () => ({ model: 'project', field_type: 'text' }),
    // A required custom field would require a value in every other test.
    full: (number) => ({ api_name: `field_${number}`, field_type: 'select', required: false }),
  },
  files: {
    least: async (number, client) => ({
      url: `https://plans.example.com/set-${number}`,
      company_id: (await make(client, 'companies')).id,
    }),
    full: () => ({ lead_id: null, company_id: null, contact_id: null, note_id: null }),
  },
  goals: { least: monthlyGoal, full: monthlyGoal },
  notes: { least: async (_, client) => ({ company_id: (await make(client, 'companies')).id }) },
  import_mappings: { least: savedMapping, full: savedMapping },
  saved_views: { full: (number) => ({ resource: 'projects', query: `units=${number}&sort=-amount` }) },
  project_stages: {
    full: (number) => ({
      ...{ category: 'lost', close_type: number % 2 ? 'cancelled' : 'did_not_pursue' },
      milestone: null,
    }),
  },
};

async function values(client: Client, asked: readonly Asked[], number: number): Promise<Fields> {
  const given: Fields = {};
  for (const { key, field } of asked) given[key] = await valueOf(client, field, { key, number });
  return given;
}

async function valueOf(client: Client, field: Field, to: { key: string; number: number }): Promise<unknown> {
  if (field.kind === 'reference') return (await someOf(client, field.to, to.number)).id;
  if (field.kind === 'references') {
    return [(await someOf(client, field.to, to.number)).id, (await someOf(client, field.to, to.number + 1)).id];
  }
  if (field.kind === 'entry_key') return (await someOf(client, field.of, to.number)).key;
  return plainValue(field, to);
}

/** Returns an entry of the list, or a new record if the resource is not a list. */
async function someOf(client: Client, plural: string, number: number): Promise<Json> {
  if (resourceOf(plural).kept === 'table' || plural === 'users') return await make(client, plural);
  const listed = (await client.get(`/${plural}?per_page=500`)).body[plural] as Json[];
  // A project in an open stage can close in any way.
  const fit = listed.filter((entry) => entry.category === undefined || entry.category === 'open');
  return fit[number % fit.length] ?? (await make(client, plural));
}

const firstDay = Date.parse('2001-01-01T06:07:08.009Z');
const dayLength = 86_400_000;
/** All days are before the clock of the service, as some fields require. */
const mostDays = 9000;

type Plain = Exclude<Field, { kind: 'reference' | 'references' | 'entry_key' }>;

/** The service refuses a password that is the word for it. */
const isSecret = (field: Plain): boolean => field.kind === 'text' && field.secret === true;

function plainValue(field: Plain, { key, number }: { key: string; number: number }): unknown {
  const instant = new Date(firstDay + (number % mostDays) * dayLength).toISOString();
  const made: Readonly<Record<Plain['kind'], unknown>> = {
    text: isSecret(field) ? `${number} lime and mortar` : `${'bÉäcZ'.charAt(number % 5)} ${key} ${number}`,
    long_text: `${key} ${number}\n\twith “lines” and 🏗`,
    url: `https://example.com/${number}?é=ü#x`,
    email: `Person.${number}@example.com`,
    texts: [`one ${number}`, `two ${number}`],
    count: number,
    cents: number * 1_000_000_007,
    parts:
      'values' in field
        ? [field.values[number % field.values.length], field.values[(number + 1) % field.values.length]]
        : [],
    amount: number + 0.25,
    fraction: 1 / (number + 1),
    boolean: number % 2 === 0,
    date: instant.slice(0, 10),
    date_time: instant,
    address: Object.fromEntries(addressParts.map((part) => [part, `${part} ${number}`])),
    custom_fields: {},
    document: { layout: `board ${number}`, widths: { name: number, amount: null }, columns: ['name', 'amount'] },
    choice: field.kind === 'choice' ? field.values[number % field.values.length] : null,
  };
  return made[field.kind];
}
