import { projectOfLead } from '../domain/lead-conversion.ts';
import { Refusal } from '../refusal.ts';
import { resourceOf } from '../resources/index.ts';
import { wireTime } from '../resources/formats.ts';
import type { Row } from '../resources/resource.ts';
import type { Queryable } from '../store/engine.ts';
import { prepare } from '../store/prepare.ts';
import type { Store } from '../store/store.ts';
import type { Answer, Call } from './call.ts';
import { notFound } from './judge.ts';
import { preparationOf } from './preparation.ts';
import { matches, staleRefusal } from './stale.ts';
import { changeTogether, outcomesOf } from './together.ts';
import type { Item, Outcome } from './work.ts';

const leads = resourceOf('leads');
const projects = resourceOf('projects');

/** A lead to be converted, and what the request says of the project. */
export interface Conversion {
  readonly leadId: string;
  /** What the lead must be. */
  readonly ifMatch?: string | undefined;
  /** Its `given` goes before what the lead has. */
  readonly project: Pick<Item, 'given' | 'problems'>;
}

/**
 * Makes a project of a lead, which is archived and linked to it, in one transaction.
 * @throws {Refusal} `already_exists` with `existing_id` for a lead that has become a project; `validation_failed`
 * for what no project may have.
 */
export const convertLead = (
  store: Store,
  call: Call,
  conversion: Conversion,
  answer: (outcomes: readonly Outcome[]) => Answer,
): Promise<Answer> =>
  changeTogether(store, call, async (transaction, fresh) =>
    answer(await convertLeadWithin(transaction, fresh, conversion)),
  );

/** The same within a transaction that is open already. */
export async function convertLeadWithin(
  transaction: Queryable,
  call: Call,
  { leadId, project, ifMatch }: Conversion,
): Promise<readonly Outcome[]> {
  const lead = await lockedLead(transaction, call, leadId);
  await refuseStale(transaction, call, lead, ifMatch);
  await refuseConverted(transaction, lead, call);
  const { values, problems } = projectOfLead(lead, project.given);
  const found = problems.map((problem) => ({ ...problem, pointer: `/project${problem.pointer ?? ''}` }));
  const item = { pointer: '/project', id: null, given: values, problems: [...project.problems, ...found] };
  const made = await outcomesOf(transaction, call, { resource: projects, action: 'create', items: [item] });
  const archival = lead['archived_at'] === null ? { archived_at: wireTime(call.at) } : {};
  const given = { ...archival, project_id: made[0]?.row.id ?? '' };
  const linked = { pointer: '/lead', id: leadId, given, problems: [] };
  await outcomesOf(transaction, call, { resource: leads, action: 'update', items: [linked] });
  return made;
}

/** The lead, held until the end. */
async function lockedLead(transaction: Queryable, call: Call, id: string): Promise<Row> {
  const item = { pointer: '/lead', id, given: {}, problems: [] };
  const asked = { resource: leads, action: 'update', items: [item], answer: () => ({ status: 200 }) } as const;
  const { rows } = await prepare(transaction, preparationOf(call, asked));
  const lead = rows.get(id);
  if (!lead || lead.deleted_at !== null) throw notFound(leads, id);
  return lead;
}

/** Nothing that a caller gives is a field of the lead, so there is nothing to say of any. */
async function refuseStale(transaction: Queryable, { directory }: Call, lead: Row, ifMatch = '*'): Promise<void> {
  if (matches(ifMatch, lead.version)) return;
  const attempt = { resource: leads, current: lead, given: {}, ifMatch, pointer: '/lead' };
  throw await staleRefusal(transaction, directory, attempt);
}

async function refuseConverted(transaction: Queryable, lead: Row, { actor }: Call): Promise<void> {
  const projectId = lead['project_id'];
  if (typeof projectId !== 'string') return;
  const live = await transaction.query(
    `select 1 as found from projects where account_id = $1::bigint and id = $2::bigint and deleted_at is null`,
    [actor.accountId, projectId],
  );
  // A project in the trash is no reason to keep a lead from becoming another.
  if (live.length === 0) return;
  throw new Refusal('already_exists', `This lead has become project ${projectId} already.`, {
    members: { existing_id: projectId },
  });
}
