import { addressParts, type Field } from '../../../src/resources/fields.ts';
import { resourceOf } from '../../../src/resources/index.ts';
import type { Resource } from '../../../src/resources/resource.ts';
import type { Client, Json } from '../service/client.ts';
import { type Asked, askedFields } from './registry.ts';

export type Fields = Record<string, unknown>;

let serial = 0;

/** A number that no other value of this suite was made with. */
export const next = (): number => (serial += 1);

/** A new suite with new firms begins to count anew. */
export const restartNumbers = (): void => void (serial = 0);

/** Makes a record through the front door; what is not given is the least that its declaration asks for. */
export async function make(client: Client, plural: string, fields: Fields = {}): Promise<Json> {
  const resource = resourceOf(plural);
  const body = { ...(await leastBody(client, resource)), ...fields };
  const answer = await postNew(client, resource, { [resource.singular]: body });
  if (answer.status !== 201) throw new Error(`${plural} were not made: ${answer.status} ${answer.text}`);
  return answer.body[resource.singular];
}

/** Sends what makes a record of a resource; one that belongs to a project is made for one of this client's. */
export const postNew = async (client: Client, resource: Resource, body: unknown, headers?: Record<string, string>) =>
  await client.post(await collectionOf(client, resource), body, headers);

const collections = new WeakMap<Client, Map<string, Promise<string>>>();

/** The path where records of a resource are made, the records that its query must name included. */
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

/** The key of a body that names a record. */
export const nameKey = ({ fields }: Resource): string => (fields['name']?.readOnly ? 'first_name' : 'name');

/** The least that makes a record of a resource. */
export async function leastBody(client: Client, resource: Resource): Promise<Fields> {
  const number = next();
  await collectionOf(client, resource);
  const required = askedFields(resource).filter(({ field }) => field.required);
  return { ...(await values(client, required, number)), ...besides[resource.plural]?.least?.(number) };
}

/** A body that gives every field; two of them differ in each field, as far as they can. */
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

/** What a declaration cannot say: what the rules of a resource want besides. */
const besides: Readonly<Record<string, { least?: (number: number) => Fields; full?: (number: number) => Fields }>> = {
  calls: { least: (number) => ({ notes: `Called ${number}` }) },
  contacts: { least: (number) => ({ first_name: `Ann ${number}` }) },
  custom_fields: {
    least: () => ({ model: 'project', field_type: 'text' }),
    // A required one would ask for its value in every other test.
    full: (number) => ({ api_name: `field_${number}`, field_type: 'select', required: false }),
  },
  saved_views: { full: (number) => ({ resource: 'projects', query: `units=${number}&sort=-amount` }) },
  project_stages: {
    full: (number) => ({ category: 'lost', close_type: number % 2 ? 'cancelled' : 'did_not_pursue' }),
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

/** One of the entries of a list; of anything that is not at hand, a new record. */
async function someOf(client: Client, plural: string, number: number): Promise<Json> {
  if (resourceOf(plural).kept === 'table' || plural === 'users') return await make(client, plural);
  const listed = (await client.get(`/${plural}?per_page=500`)).body[plural] as Json[];
  // In an open stage a project may close in any way.
  const fit = listed.filter((entry) => entry.category === undefined || entry.category === 'open');
  return fit[number % fit.length] ?? (await make(client, plural));
}

const firstDay = Date.parse('2001-01-01T06:07:08.009Z');
const dayLength = 86_400_000;

type Plain = Exclude<Field, { kind: 'reference' | 'references' | 'entry_key' }>;

function plainValue(field: Plain, { key, number }: { key: string; number: number }): unknown {
  const instant = new Date(firstDay + number * dayLength).toISOString();
  const made: Readonly<Record<Plain['kind'], unknown>> = {
    text: `${'bÉäcZ'.charAt(number % 5)} ${key} ${number}`,
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
    choice: field.kind === 'choice' ? field.values[number % field.values.length] : null,
  };
  return made[field.kind];
}
