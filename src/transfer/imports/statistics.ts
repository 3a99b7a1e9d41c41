import { updateStatistics } from '../../database/upkeep.ts';
import { resourceOf } from '../../resources/index.ts';
import { familyOf, type ImportWork } from './import-work.ts';
import { referredResource } from './references/reference-targets.ts';

/** A plan that Postgres makes for empty tables is slow once they are full. Postgres itself notices only a minute later. */
const first = 500;

/** The rows between two tables, so that on the embedded engine no step updates the statistics of two. */
const apart = 40;

/** Updates the statistics of the tables that an import fills, each time that its rows have become three times as many. */
export async function keepStatistics(work: ImportWork, before: number, after: number): Promise<void> {
  const times = (rows: number): number => Math.floor(Math.log(Math.max(1, rows / first)) / Math.log(3));
  const due = tablesOf(work).filter((_, index) => times(after - index * apart) > times(before - index * apart));
  if (due.length > 0) await updateStatistics(work.transaction, due);
}

function tablesOf(work: ImportWork): string[] {
  const family = familyOf(work);
  const referred = Object.keys(work.stored.mapping.references).flatMap((name) => {
    const target = referredResource(family, name);
    return target?.kept === 'table' ? [target.plural] : [];
  });
  const besides = family === resourceOf('projects') ? ['stage_changes'] : [];
  return [...new Set([family.plural, ...referred, ...besides, 'import_rows', 'changes', 'webhook_messages'])];
}
