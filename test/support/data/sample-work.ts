import type { Queryable } from '../../../src/database/engine.ts';
import { fillAccount } from '../../../src/demo/fill-account.ts';
import { firmOf } from '../../../src/demo/firm.ts';
import { adminContext } from '../../../src/records/access/accounts.ts';
import { readDirectory } from '../../../src/store/rows/directories.ts';

/** Fills account 1 with the sample work of a firm, up to now. */
export async function fillWithSamples(transaction: Queryable, now: Date, projects = 20): Promise<void> {
  const firm = await firmOf({ seed: 3, projects, now, timeZone: 'America/Chicago', fiscalYearStartsMonth: 1 });
  await fillAccount(transaction, adminContext(await readDirectory(transaction, '1'), now), firm, () => undefined);
}
