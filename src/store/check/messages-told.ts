import type { Queryable } from '../../database/engine.ts';
import { resources } from '../../resources/index.ts';
import { type DatabaseFault, mostFound } from './finding.ts';

const announced = resources.filter((resource) => resource.announced);

/** The first message that an account still has, if older ones have been deleted; otherwise null. */
export async function oldestKeptMessage(engine: Queryable, accountId: string): Promise<{ at: string } | null> {
  const [oldest] = await engine.query<{ at: string; position: string }>(
    `select at, position from webhook_messages where account_id = $1::bigint and position is not null
    order by position limit 1`,
    [accountId],
  );
  return oldest && oldest.position !== '1' ? { at: oldest.at } : null;
}

/**
 * The changes of an account since an instant that no message reports. A change of a deleted record, such as that of its
 * bid by another time zone, is not reported. A message of an older version of the program does not know the version of
 * its record, so it counts for any.
 */
export async function untoldChanges(engine: Queryable, accountId: string, since: Date): Promise<DatabaseFault[]> {
  const rows = await engine.query<{ id: string; resource: string; record_id: string; type: string }>(
    `select u.id, u.resource, u.record_id, u.type
    from (
      select c.id, c.resource, c.record_id, c.action, k.singular || '.' || c.action as type
      from changes c
      join unnest($3::text[], $4::text[]) as k (plural, singular) on k.plural = c.resource
      where c.account_id = $1::bigint and c.at >= $2::timestamptz and not exists (
        select from webhook_messages m
        where m.account_id = $1::bigint and m.resource = c.resource and m.record_id = c.record_id
          and m.event_type = k.singular || '.' || c.action and (m.version = c.version or m.version is null)
      )
      offset 0
    ) u
    where u.action <> 'update' or (
      select l.action from changes l
      where l.account_id = $1::bigint and l.resource = u.resource and l.record_id = u.record_id and l.id < u.id
        and l.action <> 'update'
      order by l.id desc limit 1
    ) is distinct from 'delete'
    order by u.id limit ${mostFound}`,
    [
      ...[accountId, since.toISOString()],
      ...[announced.map(({ plural }) => plural), announced.map(({ singular }) => singular)],
    ],
  );
  return rows.map(({ id, type, resource, record_id: record }) => {
    const problem = `No webhook message reports this change: ${type} of ${resource} ${record}.`;
    return { account: accountId, table: 'changes', id, problem };
  });
}

/** The stage changes of an account since an instant that no message reports. */
export async function untoldMoves(engine: Queryable, accountId: string, since: Date): Promise<DatabaseFault[]> {
  const rows = await engine.query<{ id: string; project_id: string }>(
    `select s.id, s.project_id from stage_changes s
    where s.account_id = $1::bigint and s.at >= $2::timestamptz and s.version is not null and not exists (
      select from webhook_messages m
      where m.account_id = $1::bigint and m.resource = 'projects' and m.record_id = s.project_id
        and m.event_type = 'project.stage_change' and (m.version = s.version or m.version is null)
    )
    order by s.id limit ${mostFound}`,
    [accountId, since.toISOString()],
  );
  return rows.map(({ id, project_id: project }) => {
    const problem = `No webhook message reports this stage change of project ${project}.`;
    return { account: accountId, table: 'stage_changes', id, problem };
  });
}

/** The runs of imports that ended since an instant and of whose end no message tells. */
export async function untoldImports(engine: Queryable, accountId: string, since: Date): Promise<DatabaseFault[]> {
  const rows = await engine.query<{ id: string }>(
    `select s.id from import_states s
    where s.account_id = $1::bigint and s.finished_at >= $2::timestamptz
      and s.status in ('complete', 'cancelled', 'failed', 'undoing', 'undone') and not exists (
      select from webhook_messages m
      where m.account_id = $1::bigint and m.resource = 'imports' and m.record_id = s.id
        and m.event_type = 'import.complete'
    )
    order by s.id limit ${mostFound}`,
    [accountId, since.toISOString()],
  );
  const problem = 'No webhook message reports the end of this import.';
  return rows.map(({ id }) => ({ account: accountId, table: 'import_states', id, problem }));
}

/** The messages whose place in the order of events is beyond the last one that was given. */
export async function misplacedMessages(engine: Queryable, accountId: string): Promise<DatabaseFault[]> {
  const rows = await engine.query<{ id: string; position: string; last: string }>(
    `select m.id, m.position, coalesce((select p.last from message_positions p where p.account_id = $1::bigint), 0) as last
    from webhook_messages m
    where m.account_id = $1::bigint and m.position > coalesce(
      (select p.last from message_positions p where p.account_id = $1::bigint), 0)
    order by m.position limit ${mostFound}`,
    [accountId],
  );
  return rows.map(({ id, position, last }) => {
    const problem = `Its position ${position} is beyond ${last}, the last that was given: another message will get it too.`;
    return { account: accountId, table: 'webhook_messages', id, problem };
  });
}
