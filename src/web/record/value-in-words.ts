import { useQueries } from '@tanstack/react-query';
import { listFieldsOf } from '../../resources/list-fields.ts';
import { resourceOf } from '../../resources/index.ts';
import { requestName, type Resource } from '../../resources/resource.ts';
import type { Field } from '../../resources/fields.ts';
import { api } from '../data/api.ts';
import { type CustomField, type Directory, entriesOf, nameOf } from '../data/directory.ts';
import { type Formats, nothing } from '../data/formats.ts';
import { customKind } from '../fields/custom-kinds.ts';
import type { FieldView } from '../fields/field-view.ts';
import { viewOf } from '../fields/field-views.ts';
import { choiceName, labelOf } from '../fields/labels.ts';
import { isLarge } from '../fields/views/choice-views.ts';

/** The kind of the records: a resource, or what admins manage. */
type Kind = Pick<Resource, 'plural' | 'fields'> & Partial<Pick<Resource, 'singular'>>;

/** A field with a value as the API writes it in histories and refusals: references are ids. */
export interface RawValue {
  /** `company_id`, `address.city`, `custom_fields.roof_type` */
  readonly name: string;
  readonly value: unknown;
}

interface Context {
  readonly formats: Formats;
  readonly directory: Directory;
  readonly names?: Names;
}

/** The names of records of large lists, by plural and id. */
type Names = ReadonlyMap<string, string>;

/** The label of a field as a history names it. */
export function rawLabel(resource: Kind, name: string, directory: Directory): string {
  const own = declaredField(resource, name);
  if (own) return labelOf(own.name, resource.plural);
  return customField(resource, name, directory)?.name ?? labelOf(name.split('.').at(-1) ?? name, resource.plural);
}

/** The value of a field in words. */
export function rawText(resource: Kind, { name, value }: RawValue, context: Context): string {
  const { field, view } = shapeOf(resource, name, context.directory);
  if (value === null || value === undefined) return nothing;
  if (field?.kind === 'reference') return entryName(field.to, value, context);
  if (field?.kind === 'references')
    return (value as unknown[]).map((id) => entryName(field.to, id, context)).join(', ');
  if (!field) return plainText(value);
  return (view ?? viewOf(field)).show(value, { field, ...context }) ?? nothing;
}

/** A value of a field that the declarations do not name. */
const plainText = (value: unknown): string => (typeof value === 'string' ? choiceName(value) : JSON.stringify(value));

interface Shape {
  readonly field?: Field | undefined;
  readonly view?: FieldView;
}

function shapeOf(resource: Kind, name: string, directory: Directory): Shape {
  const custom = customField(resource, name, directory);
  if (custom) return customKind(custom);
  return { field: declaredField(resource, name)?.field ?? listFieldsOf(resource).get(name)?.field };
}

function declaredField({ fields }: Kind, name: string): { readonly name: string; readonly field: Field } | null {
  const found = Object.entries(fields).find(([own, field]) => requestName(own, field) === name);
  return found ? { name: found[0], field: found[1] } : null;
}

const customField = ({ singular }: Kind, name: string, { custom_fields: defined }: Directory) =>
  defined.find((one: CustomField) => one.model === singular && name === `custom_fields.${one.api_name}`);

/** The name of a record; its number if it is deleted. */
function entryName(plural: string, id: unknown, { directory, names }: Context): string {
  const entry = entriesOf(directory, plural).find((one) => one.id === id);
  return entry ? nameOf(entry) : (names?.get(`${plural}/${String(id)}`) ?? `no. ${String(id)}`);
}

/** The names of the records of large lists that values name. */
export function useRawNames(resource: Kind, values: readonly RawValue[]): Names {
  const ids = new Map<string, Set<string>>();
  for (const { name, value } of values) {
    const field = declaredField(resource, name)?.field;
    if (field?.kind !== 'reference' || !isLarge(field.to) || typeof value !== 'string') continue;
    ids.set(field.to, (ids.get(field.to) ?? new Set()).add(value));
  }
  return useQueries({
    queries: [...ids].map(([plural, those]) => namesQuery(plural, [...those])),
    combine: (results) => new Map(results.flatMap(({ data }) => data ?? [])),
  });
}

const namesQuery = (plural: string, ids: readonly string[]) => ({
  queryKey: [plural, 'names', ids],
  queryFn: async () => {
    const key = 'name' in resourceOf(plural).fields ? 'name' : 'title';
    const query = { id: ids.join(','), fields: `id,${key}`, per_page: ids.length };
    const { body } = await api.send<Record<string, Readonly<Record<string, string>>[]>>({ path: `/${plural}`, query });
    return (body[plural] ?? []).map((record): [string, string] => [
      `${plural}/${record['id'] ?? ''}`,
      record[key] ?? '',
    ]);
  },
});

/** The source of a change in words, unless a person made it on the page. */
export const sourcesInWords: Readonly<Record<string, string>> = {
  api: 'by a program',
  cli: 'by the command line',
  import: 'by an import',
};
