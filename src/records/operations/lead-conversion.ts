import { projectOfLead } from '../../domain/lead-conversion.ts';
import { Refusal } from '../../refusal.ts';
import { type RecordNamed, resourceOf } from '../../resources/index.ts';
import { wireTime } from '../../resources/vocabulary/formats.ts';
import type { Queryable } from '../../database/engine.ts';
import { prepare } from '../../store/write/prepare.ts';
import type { Call, ChangeContext } from '../call.ts';
import type { Outcome } from '../outcome.ts';
import type { Rendered } from '../rendered.ts';
import { notFound } from '../not-found.ts';
import { preparationOf } from '../changing/preparation.ts';
import { staleRefusal } from '../changing/stale.ts';
import { changeOneWithin } from '../changing/change.ts';
import { changeTogether } from '../changing/together.ts';
import type { ChangedRecord, Item, Task } from '../changing/work.ts';

const leads = resourceOf('leads');
const projects = resourceOf('projects');

type Lead = RecordNamed<'leads'>;

/** A lead to convert, with the request's values for the project. */
export interface Conversion {
  readonly leadId: string;
  /** The lead must have one of these versions. */
  readonly versions?: readonly number[] | undefined;
  /** Its `given` takes precedence over the lead's values. */
  readonly project: Pick<Item, 'given' | 'problems'>;
}

/**
 * Creates a project from a lead, and archives and links the lead, in one transaction.
 * @throws {Refusal} `already_exists` with `existing_id` if the lead has a live project; `validation_failed` if the
 * project's values are invalid.
 */
export const convertLead = (call: ChangeContext<Rendered>, conversion: Conversion): Promise<Outcome<Rendered>> =>
  changeTogether(call, (transaction, fresh) => convertLeadWithin(transaction, fresh, conversion));

/** Like `convertLead`, within an open transaction. */
export async function convertLeadWithin(
  transaction: Queryable,
  call: Call,
  { leadId, project, versions }: Conversion,
): Promise<ChangedRecord> {
  const lead = await lockedLead(transaction, call, leadId);
  await refuseStale(transaction, call, lead, versions);
  await refuseConverted(transaction, lead, call);
  const { values, problems } = projectOfLead(lead, project.given);
  const found = problems.map((problem) => ({ ...problem, pointer: `/project${problem.pointer ?? ''}` }));
  const item = { pointer: '/project', id: null, given: values, problems: [...project.problems, ...found] };
  const made = await changeOneWithin(transaction, call, { resource: projects, action: 'create', item });
  const archival = lead.archived_at === null ? { archived_at: wireTime(call.at) } : {};
  const given = { ...archival, project_id: made.id };
  const linked = { pointer: '/lead', id: leadId, given, problems: [] };
  await changeOneWithin(transaction, call, { resource: leads, action: 'update', item: linked });
  return made;
}

/** Locks the lead until the transaction ends. */
async function lockedLead(transaction: Queryable, call: Call, id: string): Promise<Lead> {
  const item = { pointer: '/lead', id, given: {}, problems: [] };
  const asked: Task = { resource: leads, action: 'update', items: [item] };
  const { rows } = await prepare(transaction, preparationOf(call, asked));
  const lead = rows.get(id) as Lead | undefined;
  if (!lead || lead.deleted_at !== null) throw notFound(leads, id);
  return lead;
}

/** A request gives no field of the lead, so the refusal lists none. */
async function refuseStale(
  transaction: Queryable,
  { directory }: Call,
  lead: Lead,
  versions: readonly number[] = [lead.version],
): Promise<void> {
  if (versions.includes(lead.version)) return;
  const attempt = { resource: leads, current: lead, given: {}, versions, pointer: '/lead' };
  throw await staleRefusal(transaction, directory, attempt);
}

async function refuseConverted(transaction: Queryable, lead: Lead, { actor }: Call): Promise<void> {
  const { project_id: projectId } = lead;
  if (projectId === null) return;
  const live = await transaction.query(
    `select 1 as found from projects where account_id = $1::bigint and id = $2::bigint and deleted_at is null`,
    [actor.accountId, projectId],
  );
  // A deleted project does not prevent a new conversion of the lead.
  if (live.length === 0) return;
  throw new Refusal('already_exists', `This lead has become project ${projectId} already.`, {
    members: { existing_id: projectId },
  });
}
