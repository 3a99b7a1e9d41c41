import type { Values } from '../../domain/rule.ts';
import { projectOfLead } from '../../domain/lead-conversion.ts';
import { Refusal } from '../../refusal.ts';
import { type RecordNamed, resourceOf } from '../../resources/index.ts';
import { wireTime } from '../../resources/vocabulary/formats.ts';
import type { Queryable } from '../../database/engine.ts';
import { isLive } from '../../store/query/existence.ts';
import { prefetch } from '../../store/write/prefetch.ts';
import type { RequestContext, ChangeContext } from '../request-context.ts';
import { type ChangeOutcome, type RenderedRecord, notFound } from '../results.ts';
import { prefetchRequestOf } from '../changing/prefetch-request.ts';
import { staleRefusal } from '../changing/stale.ts';
import { changeOneWithin, compoundChange } from '../changing/change.ts';
import type { ChangedRecord, Item, ChangeSet } from '../changing/change-set.ts';

const leads = resourceOf('leads');
const projects = resourceOf('projects');

type Lead = RecordNamed<'leads'>;

/** A lead to convert, with the request's values for the project. */
export interface Conversion {
  readonly leadId: string;
  /** The lead must have one of these versions. */
  readonly versions?: readonly number[] | undefined;
  /** Its values take precedence over the lead's values. */
  readonly project: Pick<Item, 'input' | 'references' | 'problems' | 'ignored'>;
}

/**
 * Creates a project from a lead, and archives and links the lead, in one transaction.
 * @throws {Refusal} `already_exists` with `existing_id` if the lead has a live project; `validation_failed` if the
 * project's values are invalid.
 */
export const convertLead = (
  context: ChangeContext<RenderedRecord>,
  conversion: Conversion,
): Promise<ChangeOutcome<RenderedRecord>> =>
  compoundChange(context, (transaction, fresh) => convertLeadWithin(transaction, fresh, conversion));

/** Like `convertLead`, within an open transaction. */
export async function convertLeadWithin(
  transaction: Queryable,
  context: RequestContext,
  { leadId, project, versions }: Conversion,
): Promise<ChangedRecord> {
  const lead = await lockedLead(transaction, context, leadId);
  await refuseStale(transaction, context, lead, versions);
  await refuseConverted(transaction, lead, context);
  const { values, problems } = projectOfLead(lead, project.input);
  const found = problems.map((problem) => ({ ...problem, pointer: `/project${problem.pointer ?? ''}` }));
  const own = withoutReplaced(values, project);
  const item = { ...project, pointer: '/project', id: null, input: own, problems: [...project.problems, ...found] };
  const made = await changeOneWithin(transaction, context, { resource: projects, action: 'create', item });
  const archival = lead.archived_at === null ? { archived_at: wireTime(context.at) } : {};
  const input = { ...archival, project_id: made.id };
  const linked = { pointer: '/lead', id: leadId, input, problems: [] };
  await changeOneWithin(transaction, context, { resource: leads, action: 'update', item: linked });
  return made;
}

/** The values without those of the lead for which the request gives an object. */
function withoutReplaced(values: Values, { input, references = [] }: Conversion['project']): Values {
  const replaced = new Set(references.map(({ column }) => column).filter((column) => !(column in input)));
  return Object.fromEntries(Object.entries(values).filter(([column]) => !replaced.has(column)));
}

/** Locks the lead until the transaction ends. */
async function lockedLead(transaction: Queryable, context: RequestContext, id: string): Promise<Lead> {
  const item = { pointer: '/lead', id, input: {}, problems: [] };
  const changeSet: ChangeSet = { resource: leads, action: 'update', items: [item] };
  const { rows } = await prefetch(transaction, prefetchRequestOf(context, changeSet));
  const lead = rows.get(id) as Lead | undefined;
  if (!lead || lead.deleted_at !== null) throw notFound(leads, id);
  return lead;
}

/** A request gives no field of the lead, so the refusal lists none. */
async function refuseStale(
  transaction: Queryable,
  { directory }: RequestContext,
  lead: Lead,
  versions: readonly number[] = [lead.version],
): Promise<void> {
  if (versions.includes(lead.version)) return;
  const attempt = { resource: leads, current: lead, input: {}, versions, pointer: '/lead' };
  throw await staleRefusal(transaction, directory, attempt);
}

async function refuseConverted(transaction: Queryable, lead: Lead, { actor }: RequestContext): Promise<void> {
  const { project_id: projectId } = lead;
  if (projectId === null) return;
  // A deleted project does not prevent a new conversion of the lead.
  if (!(await isLive(transaction, projects, actor.accountId, projectId))) return;
  throw new Refusal('already_exists', `This lead has already been converted into project ${projectId}.`, {
    members: { existing_id: projectId },
  });
}
