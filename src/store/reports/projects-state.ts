import type { Queryable } from '../../database/engine.ts';
import { wireTime } from '../../resources/vocabulary/formats.ts';

/** The state of an account's projects between two statements. */
export interface ProjectsState {
  /** The id of the last change in the log; 0 for none. */
  readonly lastChange: string;
  /** The latest moment of a change of a project; null for none. */
  readonly latest: string | null;
}

/** Reads the state. The last change of an account is the one with the largest id only on the embedded engine. */
export async function readProjectsState(engine: Queryable, accountId: string): Promise<ProjectsState> {
  const [state] = await engine.query<{ last: string; latest: string | null }>(
    `select
      coalesce((select max(c.id) from changes c where c.account_id = $1::bigint), 0) as last,
      greatest(
        (select max(t.updated_at) from projects t where t.account_id = $1::bigint and t.deleted_at is null),
        (select max(p.valid_to) from projects_past p where p.account_id = $1::bigint)
      ) as latest`,
    [accountId],
  );
  return { lastChange: state?.last ?? '0', latest: state?.latest ?? null };
}

/** Whether a change since a state changed a goal, or the projects as of an instant. */
export async function isChangedSince(
  engine: Queryable,
  {
    accountId,
    lastChange,
    instant,
  }: { readonly accountId: string; readonly lastChange: string; readonly instant: Date },
): Promise<boolean> {
  const [row] = await engine.query<{ changed: boolean }>(
    `select exists (
      select from changes c where c.account_id = $1::bigint and c.id > $2::bigint
        and (c.resource = 'goals' or (c.resource = 'projects' and c.at <= $3::timestamptz))
    ) as changed`,
    [accountId, lastChange, wireTime(instant)],
  );
  return row?.changed ?? true;
}
