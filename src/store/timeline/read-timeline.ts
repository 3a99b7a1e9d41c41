import type { Queryable } from '../../database/engine.ts';
import { type TimelineFamily, timelineFamilies, type TimelineType } from '../../resources/timeline.ts';
import { type TimelinePlace, type TimelineRange, timelineStatement } from './timeline-statement.ts';

/** An entry of a timeline, with the columns of its source. */
export interface TimelineRow extends TimelinePlace {
  readonly type: TimelineType;
  /** Of a record; else empty. */
  readonly fingerprint: string;
  /** Of a change. */
  readonly action?: 'create' | 'update';
  readonly user_id?: string;
  readonly resource?: TimelineFamily;
  readonly record_id?: string;
  readonly fields?: Readonly<Record<string, unknown>> | null;
  /** Of a move. */
  readonly project_id?: string;
  readonly from_stage_id?: string;
  readonly to_stage_id?: string;
  readonly by_id?: string | null;
}

/** Reads a part of a timeline by one statement. @returns null if the record is not live. */
export async function readTimelineRows(engine: Queryable, range: TimelineRange): Promise<TimelineRow[] | null> {
  const { text, parameters } = timelineStatement(range);
  const rows = await engine.query<TimelineRow & { readonly owner: string }>(text, parameters);
  return rows.length === 0 ? null : rows.filter(({ id }) => (id as string | null) !== null);
}

/** The name of a live record. */
export interface NamedRecord {
  readonly resource: TimelineFamily;
  readonly id: string;
  /** Of a contact without a name, the e-mail address. */
  readonly name: string | null;
}

const names: Readonly<Record<TimelineFamily, string>> = {
  projects: 't.name',
  leads: 't.name',
  companies: 't.name',
  contacts: 'coalesce(t.name, t.email)',
};

const namesText = timelineFamilies
  .map(
    (family, index) => `select '${family}' as resource, t.id::text as id, ${names[family]} as name from ${family} t
  where t.account_id = $1::bigint and t.id = any($${index + 2}::bigint[]) and t.deleted_at is null`,
  )
  .join('\nunion all\n');

/** Reads the names of the live ones of these records by one statement. */
export const readNames = (
  engine: Queryable,
  accountId: string,
  ids: ReadonlyMap<TimelineFamily, ReadonlySet<string>>,
): Promise<NamedRecord[]> =>
  engine.query(namesText, [accountId, ...timelineFamilies.map((family) => [...(ids.get(family) ?? [])])]);
