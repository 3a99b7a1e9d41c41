import type { Resource } from '../../resources/resource.ts';
import { type Entry, nameOf } from '../data/directory.ts';
import type { ViewContext } from '../fields/field-view.ts';
import type { PageField } from '../fields/page-field.ts';
import { type FieldValues, valueAt } from '../fields/record-values.ts';
import { foundIn, type NamedRecord } from '../finding/use-found.ts';
import { formFieldsOf } from './form-fields.ts';
import type { FormValue, FormValues } from './form-values.ts';

/** The fields that a copy begins without: each bid has its own number, dates and place in the pipeline. */
const ownFields: Readonly<Record<string, readonly string[]>> = {
  projects: [
    ...['project_number', 'external_id', 'project_stage', 'probability'],
    ...['bid_due_date', 'start_date', 'end_date', 'submitted_at'],
    ...['next_step', 'next_step_on', 'remaining_amount', 'remaining_as_of'],
  ],
};

/** The values with which the form of a new record begins that is like another one. The name says that it is a copy. */
export function copiedValues(resource: Resource, record: FieldValues, context: ViewContext): FormValues {
  const { first, more } = formFieldsOf(resource, context.directory);
  const { [resource.plural]: own = [] } = ownFields;
  const values = [...first, ...more]
    .filter(({ name }) => !own.includes(name))
    .map((field) => [field.path, formValueOf(field, valueAt(record, field.name), context)] as const);
  return { ...Object.fromEntries(values), name: `${String(record['name'])} (copy)` };
}

type PartTexts = Readonly<Record<string, string | null>>;

/** The value of a record as its form holds it; undefined if it is empty. */
export function formValueOf(
  { field, view: { edit } }: PageField,
  value: unknown,
  view: ViewContext,
): FormValue | undefined {
  if (value === null || edit === undefined) return undefined;
  const context = { ...view, field };
  switch (edit.by) {
    case 'line':
    case 'lines':
      return edit.text(value, context);
    case 'pick':
      return edit.options(value, context).find(({ isCurrent }) => isCurrent)?.key;
    case 'several':
      return edit
        .options(value, context)
        .filter(({ isCurrent }) => isCurrent)
        .map(({ key }) => key);
    case 'parts':
      return Object.fromEntries(edit.names.map((part) => [part, (value as PartTexts)[part] ?? '']));
    case 'look_up':
      return recordsIn(value);
  }
}

const recordsIn = (value: unknown) => (Array.isArray(value) ? value.map(named) : foundIn(value));

const named = (entry: Entry): NamedRecord => ({ id: entry.id, name: nameOf(entry) });
