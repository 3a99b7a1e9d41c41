import { resourceOf } from '../../../src/resources/index.ts';
import type { Client, Json } from '../service/client.ts';
import { make } from './make.ts';
import { references } from './registry.ts';

/** Texts that a naive comparison gets wrong. */
export const oddTexts = [
  ...['100% sure', 'a_b', 'a%b', 'a,b', "O'Brien & Sons", 'say "hi"', '🏗 crane', 'École', 'école', 'null', 'NULL'],
  ...['\\back\\slash', 'Zebra', 'apple', 'Äpfel', ' lead', 'tab\there', '[x]', 'x=1&y=2', '%', '_', 'q?', '+1 (312)'],
  ...[`${'long '.repeat(30)}A`, `${'long '.repeat(30)}B`, '${x}', '$1', '中文', 'true', '7'],
];

const at = <Value>(values: readonly Value[], index: number): Value => values[index % values.length] as Value;
/** Returns null for every third and every seventh index, and the value otherwise. */
const some = <Value>(index: number, value: Value): Value | null => (index % 3 === 0 || index % 7 === 0 ? null : value);

/** Defines a custom field of each type for projects. */
export async function defineFields(client: Client): Promise<void> {
  const types = ['text', 'number', 'currency', 'date', 'boolean', 'select', 'multi_select', 'user', 'url', 'long_text'];
  for (const type of types) {
    const options = type.includes('select') ? { options: ['A', 'B, or C', 'null'] } : {};
    await make(client, 'custom_fields', { model: 'project', name: `My ${type}`, field_type: type, ...options });
  }
}

export interface Varied {
  readonly companies: Json[];
  readonly projects: Json[];
}

/** Makes companies and projects with varied values in every field. */
export async function makeVaried(client: Client, count: number, pass: (index: number) => void): Promise<Varied> {
  const lists = async (plural: string) => (await client.get(`/${plural}?per_page=500`)).body[plural] as Json[];
  const [industries = [], categories = []] = await Promise.all(['industries', 'company_categories'].map(lists));
  const entries = new Map<string, Json[]>();
  for (const { field } of smallReferences) entries.set(field.to, await lists(field.to));
  const companies: Json[] = [];
  const projects: Json[] = [];
  for (let index = 0; index < count; index += 1) {
    pass(index);
    const odd = (shift: number): string => at(oddTexts, index * 3 + shift);
    companies.push(
      await make(client, 'companies', {
        name: odd(0),
        phone: some(index, odd(1)),
        category: some(index + 1, at(categories, index).key),
        website: some(index + 2, odd(2)),
        address: some(index, { city: some(index + 1, odd(3)), zip: odd(4) }),
        industry_ids: industries.slice(index % 4, (index % 4) + (index % 3)).map(({ id }) => id),
      }),
    );
    projects.push(await make(client, 'projects', projectOf(index, entries.set('companies', companies))));
  }
  return { companies, projects };
}

/** The lists of the account that a project can refer to. */
const smallReferences = references(resourceOf('projects')).flatMap(({ key, field }) =>
  field.kind === 'reference' && resourceOf(field.to).kept === 'directory' ? [{ name: key, field }] : [],
);

function projectOf(index: number, entries: ReadonlyMap<string, Json[]>): Json {
  const of = (plural: string): Json => at(entries.get(plural) ?? [], index);
  const odd = (shift: number): string => at(oddTexts, index * 5 + shift);
  const day = (shift: number): string =>
    new Date(Date.UTC(2026, 0, 1) + ((index * 13 + shift) % 120) * 86_400_000).toISOString().slice(0, 10);
  const stage = of('project_stages');
  return {
    name: odd(0),
    description: some(index, odd(1)),
    project_number: some(index + 1, odd(2)),
    external_id: some(index + 2, `ext ${index}`),
    amount: some(index, (index % 9) * 1000.25),
    square_feet: some(index + 1, (index % 5) * 100),
    units: some(index + 2, index % 4),
    probability: (index % 7) / 7,
    ...Object.fromEntries(
      smallReferences.map(({ name, field }, shift) => [name, some(index + shift, of(field.to).id)]),
    ),
    project_stage_id: stage.id,
    ...(stage.category === 'open' && index % 5 === 0 ? { close_type: 'did_not_pursue' } : {}),
    bid_due_date: some(index, day(0)),
    ...(index % 4 === 0 ? { bid_due_at: `${day(0)}T1${index % 10}:30:00.${index % 2 ? '5' : '000'}Z` } : {}),
    start_date: some(index + 1, day(3)),
    end_date: some(index + 1, day(3)),
    work_scope: some(index, at(['renovation', 'facade', 'other'], index)),
    address: some(index + 1, { city: odd(3), state: some(index, odd(4)) }),
    company_id: some(index + 2, of('companies').id),
    custom_fields: {
      my_text: some(index, odd(5)),
      my_long_text: some(index + 1, odd(6)),
      my_number: some(index + 2, (index % 6) * 1.5 - 3),
      my_currency: some(index, (index % 4) * 10.25),
      my_date: some(index + 1, day(5)),
      my_boolean: some(index + 2, index % 2 === 0),
      my_select: some(index, at(['A', 'B, or C', 'null'], index)),
      my_multi_select: some(index + 1, ['A', 'B, or C', 'null'].slice(index % 3)),
      my_user: some(index + 2, of('users').id),
      my_url: some(index, `https://example.com/${index % 4}`),
    },
  };
}
