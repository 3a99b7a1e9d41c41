import type { Session } from '../data/session.ts';
import type { ViewContext } from '../fields/field-view.ts';
import type { PageField } from '../fields/page-field.ts';
import { queryClient } from '../data/query-client.ts';
import { recordNamesQuery } from '../queries/record-names.ts';
import type { Search } from '../queries/address.ts';
import type { FormValue, FormValues } from './form-values.ts';

/** The values of a new record that the filters of a list ask for: `Estimator is me` gives it to the person. */
export function filterDefaults(
  fields: readonly PageField[],
  search: Search,
  { context, user }: { readonly context: ViewContext; readonly user: Session['user'] },
): FormValues {
  const defaults = fields.map((field): [string, FormValue | undefined] => {
    const asked = onlyValue(field, search);
    const key = asked === 'me' ? user.id : asked;
    return [field.path, key === undefined ? undefined : valueOf(field, key, context)];
  });
  return Object.fromEntries(defaults.filter(([, value]) => value !== undefined));
}

/** The only value that the filters let the field have. */
function onlyValue({ path }: PageField, search: Search): string | undefined {
  const [, custom] = /^custom_fields\/(.*)$/.exec(path) ?? [];
  const name = custom === undefined ? path : `custom_fields[${custom}]`;
  const asked = search[name] ?? search[`${name}[eq]`];
  return asked === undefined || asked === '' || asked.includes(',') ? undefined : asked;
}

function valueOf({ field, view: { edit } }: PageField, key: string, context: ViewContext): FormValue | undefined {
  if (edit?.by === 'look_up') return knownRecord(field, key);
  if (edit?.by !== 'pick' && edit?.by !== 'several') return undefined;
  const isOffered = edit.options(null, { ...context, field }).some((one) => one.key === key);
  if (!isOffered || !isBeginning(key, field, context)) return undefined;
  return edit.by === 'several' ? [key] : key;
}

/** A new project is not closed. */
const isBeginning = (key: string, field: PageField['field'], { directory }: ViewContext): boolean =>
  field.kind !== 'reference' ||
  field.to !== 'project_stages' ||
  directory.project_stages.find(({ id }) => id === key)?.category === 'open';

/** A record whose name the filters on the screen have read. */
function knownRecord(field: PageField['field'], id: string): FormValue | undefined {
  if (field.kind !== 'reference') return undefined;
  const name = queryClient.getQueryData(recordNamesQuery(field.to, [id]).queryKey)?.get(id);
  return name === undefined ? undefined : { id, name };
}
