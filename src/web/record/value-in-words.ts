import { useQueries } from '@tanstack/react-query';
import { listFieldsOf } from '../../resources/list-fields.ts';
import { requestName, type Resource } from '../../resources/resource.ts';
import type { Field } from '../../resources/fields.ts';
import { type CustomField, type FirmDirectory, entriesOf, nameOf } from '../data/directory.ts';
import { nothing } from '../data/formats.ts';
import { customKind } from '../fields/custom-kinds.ts';
import type { FieldView, ViewContext } from '../fields/field-view.ts';
import { viewOf } from '../fields/field-views.ts';
import { choiceName, labelOf } from '../../resources/labels.ts';
import { isLarge } from '../fields/views/choice-views.ts';
import { recordNamesQuery } from '../queries/record-names.ts';

/** The declaration of the fields: a resource, or what admins manage. */
type FieldOwner = Pick<Resource, 'plural' | 'fields'> & Partial<Pick<Resource, 'singular'>>;

/** A field with a value as the API writes it in histories and refusals: references are ids. */
export interface RawValue {
  /** `company_id`, `address.city`, `custom_fields.roof_type` */
  readonly name: string;
  readonly value: unknown;
}

interface NamingContext extends ViewContext {
  readonly names?: RecordNames;
}

/** The names of records of large lists, by plural and id. */
type RecordNames = ReadonlyMap<string, string>;

/** The label of a field as a history names it. */
export function rawLabel(resource: FieldOwner, name: string, directory: FirmDirectory): string {
  const own = declaredField(resource, name);
  if (own) return labelOf(own.name, resource.plural);
  return customField(resource, name, directory)?.name ?? labelOf(name.split('.').at(-1) ?? name, resource.plural);
}

/** The value of a field in words. */
export function rawText(resource: FieldOwner, { name, value }: RawValue, context: NamingContext): string {
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

function shapeOf(resource: FieldOwner, name: string, directory: FirmDirectory): Shape {
  const custom = customField(resource, name, directory);
  if (custom) return customKind(custom);
  return { field: declaredField(resource, name)?.field ?? listFieldsOf(resource).get(name)?.field };
}

function declaredField({ fields }: FieldOwner, name: string): { readonly name: string; readonly field: Field } | null {
  const found = Object.entries(fields).find(([own, field]) => requestName(own, field) === name);
  return found ? { name: found[0], field: found[1] } : null;
}

const customField = ({ singular }: FieldOwner, name: string, { custom_fields: defined }: FirmDirectory) =>
  defined.find((one: CustomField) => one.model === singular && name === `custom_fields.${one.api_name}`);

/** The name of a record; its number if it is deleted. */
function entryName(plural: string, id: unknown, { directory, names }: NamingContext): string {
  const entry = entriesOf(directory, plural).find((one) => one.id === id);
  return entry ? nameOf(entry) : (names?.get(`${plural}/${String(id)}`) ?? `no. ${String(id)}`);
}

/** The names of the records of large lists that values name. */
export function useRawNames(resource: FieldOwner, values: readonly RawValue[]): RecordNames {
  const ids = new Map<string, Set<string>>();
  for (const { name, value } of values) {
    const field = declaredField(resource, name)?.field;
    if (field?.kind !== 'reference' || !isLarge(field.to) || typeof value !== 'string') continue;
    ids.set(field.to, (ids.get(field.to) ?? new Set()).add(value));
  }
  return useQueries({
    queries: [...ids].map(([plural, those]) => namesOfKind(plural, [...those])),
    combine: (results) => new Map(results.flatMap(({ data }) => data ?? [])),
  });
}

const namesOfKind = (plural: string, ids: readonly string[]) => ({
  ...recordNamesQuery(plural, ids),
  select: (names: ReadonlyMap<string, string>) => [...names].map(([id, name]) => [`${plural}/${id}`, name] as const),
});

/** The source of a change in words, unless a person made it on the page. */
export const sourcesInWords: Readonly<Record<string, string>> = {
  api: 'by a program',
  cli: 'by the command line',
  import: 'by an import',
};
