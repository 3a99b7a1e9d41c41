import type { PageField } from '../fields/page-field.ts';
import { onlyNamed } from '../finding/use-found.ts';
import type { FormValues } from './form-values.ts';

/**
 * The values of a form, with a record in place of each text that is exactly the name of one record. The same object if
 * there is no such text. @throws {Refused} @throws {Unreachable}
 */
export async function withNamedRecords(fields: readonly PageField[], values: FormValues): Promise<FormValues> {
  const found = await Promise.all(
    fields.map(async ({ path, field, view: { edit } }) => {
      const typed = values[path];
      if (edit?.by !== 'look_up' || field.kind !== 'reference' || typeof typed !== 'string') return null;
      const record = await onlyNamed(field.to, typed);
      return record ? ([path, { id: record.id, name: record.name }] as const) : null;
    }),
  );
  const named = found.filter((one) => one !== null);
  return named.length === 0 ? values : { ...values, ...Object.fromEntries(named) };
}
