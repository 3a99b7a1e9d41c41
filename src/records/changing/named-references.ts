import { isSame } from '../../domain/input.ts';
import type { GivenReference, RecordName } from '../../domain/references.ts';
import type { Values } from '../../domain/rule.ts';
import type { Problem } from '../../refusal.ts';
import type { Value } from '../../resources/resource.ts';
import type { Directory } from '../../store/rows/directory.ts';
import { spellingsOf } from '../../store/write/external-ids.ts';
import type { PrefetchedRows } from '../../store/write/prefetch.ts';
import type { Item } from './change-set.ts';
import { isSmall, knownId } from './known-ids.ts';

interface KnownRecords extends Pick<PrefetchedRows, 'isLive' | 'idNamed'> {
  readonly directory: Directory;
}

function idOf(to: string, name: RecordName, { directory, idNamed }: KnownRecords): string | null {
  if (name.key === 'id' || isSmall(to)) return knownId(directory, to, name);
  return (
    spellingsOf(name.value)
      .map((text) => idNamed(to, text))
      .find((id) => id !== null) ?? null
  );
}

/** The values of an item, with the ids of the records that its objects name. @param base the record before. */
export function withNamedRecords(
  { input, references, pointer }: Item,
  base: Values,
  known: KnownRecords,
): { readonly input: Values; readonly problems: readonly Problem[] } {
  if (!references) return { input, problems: [] };
  const values: Record<string, Value> = { ...input };
  const problems: Problem[] = [];
  for (const reference of references) {
    const { column, name, to, records } = reference;
    const ids = records.map((one) => idOf(to, one, known));
    const value = valueOf(reference, ids);
    if (value !== undefined && isSame(value, base[column])) continue;
    const isOther = value !== undefined && column in input && !isSame(value, input[column]);
    const faults = isOther ? [otherThan(column)] : faultsOf(reference, ids, known);
    problems.push(...faults.map((fault) => ({ ...fault, pointer: `${pointer}/${name}${fault.pointer}` })));
    if (faults.length === 0) values[column] = value ?? null;
  }
  return { input: values, problems };
}

/** The value of the column; undefined if an object names no record. */
function valueOf({ isList }: GivenReference, ids: readonly (string | null)[]): Value | undefined {
  const found = ids.filter((id) => id !== null);
  if (found.length < ids.length) return undefined;
  return isList ? found : (found[0] ?? null);
}

type Fault = Problem & { readonly pointer: string };

/** The objects that name no live record, and those that name one again. Pointers are relative to the reference. */
function faultsOf(
  { to, isList, records }: GivenReference,
  ids: readonly (string | null)[],
  { isLive }: KnownRecords,
): Fault[] {
  const seen = new Set<string>();
  return ids.flatMap((id, index): Fault[] => {
    const pointer = isList ? `/${index}` : '';
    const key = records[index]?.key ?? 'id';
    if (id === null || !isLive(to, id)) {
      return [{ pointer, code: 'invalid_reference', message: `is not the ${key} of one of the account's ${to}` }];
    }
    if (seen.has(id)) return [{ pointer, code: 'duplicate', message: 'is already in the list' }];
    seen.add(id);
    return [];
  });
}

const otherThan = (column: string): Fault => ({
  pointer: '',
  code: 'not_allowed',
  message: `names another record than ${column}; send one of the two`,
  suggestion: column,
});
