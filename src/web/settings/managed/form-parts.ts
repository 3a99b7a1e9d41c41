import type { ComponentType, ReactNode } from 'react';
import { readForm, type FormValue, type FormValues, type ReadForm } from '../../create/form-values.ts';
import type { Field } from '../../../resources/fields.ts';
import { acceptedFields } from '../../../resources/resource.ts';
import type { FieldContext } from '../../fields/field-view.ts';
import { pageField, type PageField } from '../../fields/page-field.ts';
import type { Kind } from './managed-list.tsx';
import type { Managed } from './managed-query.ts';

type Context = Omit<FieldContext, 'field'>;

/** The props of a field of a form. */
export interface FormPartProps {
  readonly shape: PageField;
  readonly value: FormValue | undefined;
  readonly fault: ReactNode;
  readonly onChange: (value: FormValue | undefined) => void;
}

/** The fields of a form that have parts of their own, by their place in the request. */
export type FormParts = Readonly<Record<string, ComponentType<FormPartProps>>>;

/** The fields of a form, in the order of the declaration. The service makes secrets itself. */
export const formFields = (kind: Kind, action: 'create' | 'update'): readonly PageField[] =>
  acceptedFields(kind, action)
    .filter(([, field]) => isTyped(field))
    .map(([name, field]) => pageField(name, field, kind));

/** A switch such as `enabled` is a button, not a field. */
const isTyped = (field: Field): boolean => !field.secret && !field.derived;

/** The values with which a form begins that changes something. */
export const valuesOf = (fields: readonly PageField[], row: Managed, context: Context): FormValues =>
  Object.fromEntries(fields.map((field) => [field.path, valueOf(field, row[field.name] ?? null, context)]));

function valueOf({ field, view: { edit } }: PageField, value: unknown, context: Context): FormValue | undefined {
  if (value === null) return undefined;
  if (edit?.by === 'line' || edit?.by === 'lines') return edit.text(value, { ...context, field });
  return value as FormValue;
}

/** Reads the fields that differ from what the form began with. Emptied ones are cleared. */
export function readChanges(
  fields: readonly PageField[],
  values: FormValues,
  given: FormValues,
  context: Context,
): ReadForm {
  const changed = fields.filter(({ path }) => JSON.stringify(values[path]) !== JSON.stringify(given[path]));
  const { body, faults } = readForm(changed, values, context);
  const cleared = changed.filter(({ path }) => !(path in body) && faults.every((fault) => fault.path !== path));
  return { body: { ...Object.fromEntries(cleared.map(({ path }) => [path, null])), ...body }, faults };
}
