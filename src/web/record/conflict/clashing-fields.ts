import type { Fault } from '../../../client/problem.ts';
import type { Fields } from '../../data/target.ts';
import type { Clash } from './conflicts.ts';

/** A field that two people have changed. Its values are as the API writes them: references are ids. */
export interface ClashingField {
  /** As the history names it: `company_id`, `address.city`, `custom_fields.roof_type`. */
  readonly name: string;
  readonly seen: unknown;
  readonly now: unknown;
  readonly mine: unknown;
  readonly by: string;
  readonly at: string;
}

/** The fields of a change that somebody else has changed since the person saw them. */
export const clashingFields = ({ conflict, target, seen }: Clash): readonly ClashingField[] =>
  conflict.faults.map((fault) => {
    const path = (fault.pointer ?? '').replace(`/${target.singular}/`, '');
    return {
      name: path.replaceAll('/', '.'),
      seen: rawValueAt(seen, path),
      now: fault['current'],
      mine: fault['given'],
      by: nameIn(fault),
      at: String(fault['changed_at']),
    };
  });

function nameIn(fault: Fault): string {
  const by = fault['changed_by'] as { readonly name: string | null; readonly email: string } | null | undefined;
  return by?.name ?? by?.email ?? 'Somebody';
}

/** The value of a record at a place of a request. A record embeds what a request names by its id. */
function rawValueAt(record: Fields, path: string): unknown {
  const [key = '', inner] = path.split('/');
  if (inner !== undefined) return (record[key] as Fields | null | undefined)?.[inner] ?? null;
  if (key in record) return record[key] ?? null;
  const embedded = record[key.replace(/_id$/, '')] as { readonly id: string } | null | undefined;
  return embedded?.id ?? null;
}

/** The fields to send, without those in which the other person's value holds. */
export function chosenFields(fields: Fields, clashing: readonly ClashingField[], theirs: ReadonlySet<string>): Fields {
  // A value that goes along with a change makes no sense without it, such as the award date of a closing.
  if (clashing.every(({ name }) => theirs.has(name))) return {};
  const kept = Object.entries(fields).map(([key, value]): [string, unknown] => {
    const parts = [...theirs].filter((name) => name.startsWith(`${key}.`)).map((name) => name.slice(key.length + 1));
    if (parts.length === 0) return [key, value];
    return [key, Object.fromEntries(Object.entries(value as Fields).filter(([part]) => !parts.includes(part)))];
  });
  return Object.fromEntries(kept.filter(([key]) => !theirs.has(key)));
}
