import { type TimelineFamily, timelineFamilies, type TimelineSource } from '../../resources/timeline.ts';

/** Records whose entries a timeline shows. */
export interface Owners {
  readonly family: TimelineFamily;
  /** Selects their ids, as `id`. `$1` is the account, `$2` the record that has the timeline. */
  readonly ids: string;
  /** The sources that the timeline takes from them. */
  readonly sources: readonly TimelineSource[];
}

const everything: readonly TimelineSource[] = ['note', 'call', 'file', 'task', 'stage_change', 'change'];

const naming = (family: TimelineFamily, column: string): string =>
  `select t.id from ${family} t where t.account_id = $1::bigint and t.${column} = $2::bigint and t.deleted_at is null`;

/**
 * The records whose entries the timeline of a record of a family shows: the record itself, the lead that a project came
 * from, and all of a company's present contacts, live leads and live projects.
 */
export function ownersOf(family: TimelineFamily): readonly Owners[] {
  const itself: Owners = { family, ids: naming(family, 'id'), sources: everything };
  if (family === 'projects')
    return [itself, { family: 'leads', ids: naming('leads', 'project_id'), sources: ['note', 'file'] }];
  if (family !== 'companies') return [itself];
  const others = timelineFamilies.filter((one) => one !== family);
  return [itself, ...others.map((one) => ({ family: one, ids: naming(one, 'company_id'), sources: everything }))];
}
