import type { ViewContext } from '../fields/field-view.ts';
import type { PageField } from '../fields/page-field.ts';
import { fieldBody } from '../fields/field-values.ts';
import type { NamedRecord } from '../finding/use-found.ts';

/** The value of a field in a form: a text or a key, several keys, the parts of an address, or one or several records. */
export type FormValue =
  | string
  | readonly string[]
  | NamedRecord
  | readonly NamedRecord[]
  | Readonly<Record<string, string>>;

/** By the field's place in the request. */
export type FormValues = Readonly<Record<string, FormValue | undefined>>;

/** A form as it is read: the body of the request, and what is wrong with the texts. */
export interface ReadForm {
  readonly body: Readonly<Record<string, unknown>>;
  readonly faults: readonly FormFault[];
}

/** A fault of a form. */
export interface FormFault {
  /** The place in the request; null if it belongs to no field. */
  readonly path: string | null;
  readonly message: string;
  /** The record that has the value already. */
  readonly existingId?: string;
}

/** Reads all fields. Empty ones are left out of the body. */
export function readForm(fields: readonly PageField[], values: FormValues, context: ViewContext): ReadForm {
  const body: Record<string, unknown> = {};
  const faults: FormFault[] = [];
  for (const field of fields) {
    const given = values[field.path];
    const read = isEmpty(given) ? { value: null } : readValue(field, given, context);
    if ('fault' in read) faults.push({ path: field.path, message: read.fault });
    else if (read.value !== null) merge(body, field, read.value);
    else if (field.field.required) faults.push({ path: field.path, message: `${field.label} is required.` });
  }
  return { body, faults };
}

const isEmpty = (given: FormValue | undefined): given is undefined =>
  given === undefined ||
  (typeof given === 'string' && given.trim() === '') ||
  (Array.isArray(given) && given.length === 0) ||
  (typeof given === 'object' && Object.values(given).every((one) => one === ''));

function readValue({ view: { edit }, field }: PageField, given: FormValue, context: ViewContext) {
  switch (edit?.by) {
    case 'line':
    case 'lines':
      return edit.read(given as string, { ...context, field });
    case 'pick':
      return { value: edit.send(given as string) };
    case 'look_up':
      return lookedUp(given as NamedRecord | readonly NamedRecord[] | string);
    case 'parts':
    case 'several':
    case undefined:
      return { value: given };
  }
}

const lookedUp = (given: NamedRecord | readonly NamedRecord[] | string) => {
  if (typeof given === 'string') return { fault: notPicked };
  return { value: 'id' in given ? given.id : given.map(({ id }) => id) };
};

const notPicked = 'Pick it from the list, or add it there.';

function merge(body: Record<string, unknown>, field: PageField, value: unknown): void {
  for (const [key, one] of Object.entries(fieldBody(field, value))) {
    body[key] = field.path.includes('/') ? { ...(body[key] as object | undefined), ...(one as object) } : one;
  }
}
