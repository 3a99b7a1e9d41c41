import type { Resource } from '../../../resources/resource.ts';
import { type FormFault, type FormValue, type FormValues, readForm } from '../../create/form-values.ts';
import { joinedFields } from '../../create/form-fields.ts';
import type { Fields } from '../../data/target.ts';
import type { FirmDirectory } from '../../data/directory.ts';
import type { ViewContext } from '../../fields/field-view.ts';
import type { PageField } from '../../fields/page-field.ts';
import { bodyWith } from '../../fields/record-values.ts';

/** A field that a bulk change can set. A blank one keeps the values, so no field is required. */
export interface BulkField extends PageField {
  /** Whether it can be empty. */
  readonly canClear: boolean;
}

export const bulkFieldsOf = (resource: Resource, directory: FirmDirectory): readonly BulkField[] =>
  joinedFields(resource, directory, 'update').map((shape) => {
    const { required, ...field } = shape.field;
    return { ...shape, field, canClear: !(required ?? field.filled ?? field.empty !== undefined) };
  });

/** The form of a bulk change: the typed values, and the fields to clear. */
export interface BulkForm {
  readonly values: FormValues;
  /** By their place in the request. */
  readonly cleared: readonly string[];
}

/** Reads the form. Only the fields that have a value, or are to be cleared, are sent. */
export function readBulk(
  fields: readonly PageField[],
  { values, cleared }: BulkForm,
  context: ViewContext,
): { readonly body: Fields; readonly faults: readonly FormFault[] } {
  const kept = fields.filter(({ path }) => !cleared.includes(path));
  const given = Object.fromEntries(Object.entries(values).map(([path, value]) => [path, withoutBlanks(value)]));
  const { body, faults } = readForm(kept, given, context);
  const emptied = fields
    .filter(({ path }) => cleared.includes(path))
    .map(({ path, field }) => bodyWith(path, isSeveral(field.kind) ? [] : null));
  return { body: merged([body, ...emptied]), faults };
}

const isSeveral = (kind: string): boolean => kind === 'references' || kind === 'texts';

/** The blank parts of an address stay as they are in every record. */
function withoutBlanks(value: FormValue | undefined): FormValue | undefined {
  if (typeof value !== 'object' || Array.isArray(value) || 'id' in value) return value;
  const parts = Object.entries(value as Readonly<Record<string, string>>);
  return Object.fromEntries(parts.filter(([, part]) => part.trim() !== ''));
}

/** One body of several; those of the firm's own fields share a key. */
const merged = (bodies: readonly Fields[]): Fields =>
  bodies.reduce<Fields>((body, part) => {
    const own = part['custom_fields'];
    const before = body['custom_fields'];
    const both = own === undefined ? {} : { custom_fields: { ...(before as Fields | undefined), ...(own as Fields) } };
    return { ...body, ...part, ...both };
  }, {});
