import { updateStatistics } from '../../database/upkeep.ts';
import { resourceOf } from '../../resources/index.ts';
import { familyOf, type ImportWork } from './import-work.ts';
import { referredResource } from './reference-targets.ts';
import type { Mapping } from '../mapping/mapping.ts';

/** A plan that Postgres makes for empty tables is slow once they are full. Postgres itself notices only a minute later. */
const first = 500;

/** Updates the statistics of the tables that an import fills, each time that its rows have become three times as many. */
export async function keepStatistics(work: ImportWork, before: number, after: number): Promise<void> {
  const times = (rows: number): number => Math.floor(Math.log(Math.max(1, rows / first)) / Math.log(3));
  if (times(after) > times(before)) await updateStatistics(work.transaction, tablesOf(work));
}

function tablesOf(work: ImportWork): string[] {
  const family = familyOf(work);
  const referred = Object.keys((work.stored.mapping as Mapping).references).flatMap((name) => {
    const target = referredResource(family, name);
    return target?.kept === 'table' ? [target.plural] : [];
  });
  const besides = family === resourceOf('projects') ? ['stage_changes'] : [];
  return [...new Set([family.plural, ...referred, ...besides, 'import_rows', 'changes', 'webhook_messages'])];
}
