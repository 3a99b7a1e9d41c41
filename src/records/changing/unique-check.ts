import { Refusal } from '../../refusal.ts';
import type { Value } from '../../resources/resource.ts';
import { uniqueColumns } from '../../store/write/prefetch-text.ts';
import type { ChangeSession } from './change-set.ts';

/** @throws {Refusal} `already_exists` if another live record has the same value in a unique column. */
export function checkUnique(
  { changeSet: { resource }, prefetched }: ChangeSession,
  row: Readonly<Record<string, Value>>,
  pointer: string,
): void {
  for (const column of uniqueColumns(resource)) {
    const value = row[column];
    if (typeof value !== 'string') continue;
    const holders = prefetched.uniqueHolders.get(column)?.get(value) ?? [];
    const within = resource.uniqueWithin;
    const holder = holders.find(
      (one) => String(one['id']) !== row['id'] && (within === undefined || one[within] === row[within]),
    );
    if (!holder) continue;
    const message = `is already used by another ${resource.singular.replaceAll('_', ' ')}`;
    const existing = String(holder['id']);
    throw new Refusal('already_exists', `${column} ${JSON.stringify(value)} ${message} (id ${existing}).`, {
      problems: [{ pointer: `${pointer}/${column}`, code: 'already_exists', message, existing_id: existing }],
      members: { existing_id: existing },
    });
  }
}
