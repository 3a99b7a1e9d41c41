import { lookupKey } from '../../store/imports/reference-lookups.ts';
import type { RowsAttempt } from './change-judged.ts';
import { nameOf } from '../mapping/row-name.ts';
import { familyOf, type ImportWork } from './import-work.ts';
import { nearOnes } from './references/near-ones.ts';
import type { ResolvedRows } from './references/resolve-references.ts';
import { createdRows } from './warnings/row-warnings.ts';

/** Adds the names that are near to those of the companies which the rows themselves make. */
export async function withNearNewNames(work: ImportWork, { resolved, outcomes }: RowsAttempt): Promise<ResolvedRows> {
  if (work.stored.family !== 'companies') return resolved;
  const { rows, near, sought, spellings } = resolved;
  const missing = createdRows({ rows, outcomes }).map(({ fields }) => {
    const value = nameOf(fields)?.text ?? '';
    return [lookupKey('name', value), { value, parts: {} }] as const;
  });
  const asked = { name: 'name', rule: { by: 'name', missing: 'create' }, target: familyOf(work) } as const;
  const own = await nearOnes(work, asked, missing);
  return {
    ...resolved,
    near: [...near, ...own.near],
    sought: sought + own.sought,
    spellings: { ...spellings, ...own.spellings },
  };
}
