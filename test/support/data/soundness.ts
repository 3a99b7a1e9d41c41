import { checkDatabase } from '../../../src/check/check-database.ts';
import type { Engine } from '../../../src/database/engine.ts';
import { listAccounts } from '../../../src/store/access/accounts.ts';
import type { DatabaseFault } from '../../../src/store/check/finding.ts';
import { asProgram } from '../statements/sent-statements.ts';

/** Every fault that `plumbline check` finds in a database. */
export async function faultsIn(engine: Engine, now = new Date()): Promise<DatabaseFault[]> {
  const found: DatabaseFault[] = [];
  const accountIds = (await listAccounts(engine)).map(({ id }) => id);
  const tell = (finding: DatabaseFault): void => void found.push(finding);
  const checking = { accountIds, now, retentionDays: 90, tell, progress: () => undefined };
  await asProgram(() => checkDatabase(engine, checking));
  return found;
}

/** A change that the service has acknowledged. */
export interface Acknowledged {
  /** The plural and the singular of its resource. */
  readonly plural: string;
  readonly singular: string;
  readonly action: 'create' | 'update';
  readonly id: string;
  readonly version: number;
}

/** The acknowledged changes of account 1 whose record, history or message is missing, or is there more than once. */
export const changesNotThereOnce = (engine: Engine, changes: readonly Acknowledged[]): Promise<object[]> =>
  engine.query(
    `select a.*, logged.count as logged, told.count as told
    from jsonb_to_recordset($1::jsonb) as a (plural text, singular text, action text, id bigint, version integer)
    cross join lateral (
      select count(*)::integer from changes c
      where c.account_id = 1 and c.resource = a.plural and c.record_id = a.id and c.version = a.version
        and c.action = a.action
    ) logged
    cross join lateral (
      select count(*)::integer from webhook_messages m
      where m.account_id = 1 and m.resource = a.plural and m.record_id = a.id and m.version = a.version
        and m.event_type = a.singular || '.' || a.action
    ) told
    where logged.count <> 1 or told.count <> 1`,
    [JSON.stringify(changes)],
  );
