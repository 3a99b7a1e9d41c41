import type { Queryable } from '../../database/engine.ts';
import { resources } from '../../resources/index.ts';
import type { Resource } from '../../resources/resource.ts';
import { readHistories } from '../../store/past/read-histories.ts';
import { insertPastRows } from '../../store/past/write-past.ts';
import { readDirectory } from '../../store/rows/directories.ts';
import { storedRow } from '../../store/write/record-statements.ts';
import { write } from '../../store/write/write.ts';
import { type NextRecords, throughRecords } from '../record-steps.ts';
import { mapInTurns } from '../turns.ts';
import { pastVersions } from './past-versions.ts';

/** The resources whose past is stored. */
export const withPast: readonly Resource[] = resources.filter(({ keepsPast }) => keepsPast);

/**
 * Stores the past versions of the records of an account, made from the log. A migration and the restore of an archive
 * store the job. A change meanwhile stores the version that it ends itself.
 */
export const rebuildStep = throughRecords(withPast, rebuildNext);

async function rebuildNext(transaction: Queryable, next: NextRecords): Promise<string | null> {
  const { accountId, resource } = next;
  const histories = await readHistories(transaction, next);
  const directory = await readDirectory(transaction, accountId);
  const definitions = [...directory.entries('custom_fields').values()];
  const versions = await mapInTurns(histories, (history) => pastVersions(resource, history, definitions));
  const rows = versions.flat().map((version) => ({ ...storedRow(resource, version), valid_to: version.valid_to }));
  if (rows.length > 0) await write(transaction, accountId, [insertPastRows(resource, rows)]);
  return histories.at(-1)?.row.id ?? null;
}
