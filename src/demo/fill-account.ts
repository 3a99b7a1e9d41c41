import type { Values } from '../domain/rule.ts';
import { adminContext } from '../records/access/accounts.ts';
import type { RequestContext } from '../records/request-context.ts';
import { convertLeadWithin } from '../records/operations/lead-conversion.ts';
import { changeWithin } from '../records/changing/change.ts';
import type { ChangedRecord } from '../records/changing/change-set.ts';
import { Refusal } from '../refusal.ts';
import { directoryResources, resourceOf, resources } from '../resources/index.ts';
import { readDirectory } from '../store/rows/directories.ts';
import type { Directory } from '../store/rows/directory.ts';
import { hasRecords } from '../store/query/existence.ts';
import type { Queryable } from '../database/engine.ts';
import { updateStatistics } from '../database/upkeep.ts';
import { type Deed, type Name, pluralOf } from './deed.ts';

/** The number of records of each resource, by plural. */
export type Counts = Readonly<Record<string, number>>;

/**
 * Performs the deeds in an account, each at its own time. Rules, messages and history apply as on every other path.
 * @param tell receives the number of deeds done so far.
 * @throws {Refusal} if the account has projects or lacks entries of the lists that accounts start with.
 */
export async function fillAccount(
  transaction: Queryable,
  context: RequestContext,
  deeds: readonly Deed[],
  tell: (done: number) => void,
): Promise<Counts> {
  await refuseFilled(transaction, context);
  const ids = namedEntries(context);
  refuseUnknownEntries(deeds, ids);
  let directory = context.directory;
  let done = 0;
  let surveyed = firstSurvey;
  for (const group of groups(deeds)) {
    const [first] = group;
    if (!first) continue;
    await perform(transaction, callOf(directory, first, ids), group, ids);
    if (resourceOf(pluralOf(first.name)).kept === 'directory') {
      directory = await readDirectory(transaction, context.actor.accountId);
    }
    done += group.length;
    if (done >= surveyed * 3) {
      await updateStatistics(transaction, tables);
      surveyed = done;
    }
    tell(done);
  }
  await updateStatistics(transaction, tables);
  return countsOf(deeds);
}

const firstSurvey = 500;

/** A plan that Postgres makes for empty tables is slow once they are full. */
const tables = [
  ...resources.filter(({ kept }) => kept === 'table').map(({ plural }) => plural),
  ...['company_industries', 'stage_changes', 'changes', 'webhook_messages'],
];

/** A deleted project counts too: it may be restored, and its history remains. */
async function refuseFilled(transaction: Queryable, { actor }: RequestContext): Promise<void> {
  if (!(await hasRecords(transaction, resourceOf('projects'), actor.accountId))) return;
  throw new Refusal(
    'conflict',
    `Account ${actor.accountId} already has projects; the demo needs an account without projects. The command changed nothing. ` +
      'Create an account with "plumbline account create" and select it with --account.',
  );
}

type Ids = Map<Name, string>;

/** The ids of the account's list entries and of the first admin, by name. */
function namedEntries({ directory, actor }: RequestContext): Ids {
  const live = directoryResources.flatMap(({ plural }) =>
    [...directory.entries(plural).values()]
      .filter((entry) => entry.deleted_at === null && 'key' in entry)
      .map((entry): [Name, string] => [`${plural}/${entry['key'] as string}`, entry.id]),
  );
  return new Map([...live, ['users/admin', actor.userId]]);
}

const namesIn = ({ links }: Deed): Name[] => Object.values(links).flat();

function refuseUnknownEntries(deeds: readonly Deed[], ids: Ids): void {
  const made = new Set(deeds.filter(({ action }) => action !== 'update').map(({ name }) => name));
  const missing = [...new Set(deeds.flatMap(namesIn))].filter((name) => !made.has(name) && !ids.has(name)).sort();
  if (missing.length === 0) return;
  throw new Refusal(
    'conflict',
    `The demo needs these entries of the initial lists, which the account no longer has: ${missing.join(', ')}. ` +
      'The command changed nothing. Create an account with "plumbline account create" and select it with --account.',
  );
}

/** Groups the deeds of one person on one resource at one instant into one change. */
function groups(deeds: readonly Deed[]): Deed[][] {
  const found: Deed[][] = [];
  for (const deed of deeds) {
    const last = found.at(-1);
    const [first] = last ?? [];
    if (last && first && keyOf(first) === keyOf(deed) && last.length < most) last.push(deed);
    else found.push([deed]);
  }
  return found;
}

const most = 500;

const keyOf = ({ at, by, action, name }: Deed): string => `${at} ${by} ${action} ${pluralOf(name)}`;

const callOf = (directory: Directory, { at, by }: Deed, ids: Ids): RequestContext =>
  adminContext(directory, new Date(at), idOf(by, ids));

function idOf(name: Name, ids: Ids): string {
  const id = ids.get(name);
  if (id === undefined) throw new Error(`${name} is named before it is made`);
  return id;
}

async function perform(
  transaction: Queryable,
  context: RequestContext,
  group: readonly Deed[],
  ids: Ids,
): Promise<void> {
  const made = (await changes(transaction, context, group, ids)).map(({ id }) => id);
  for (const [index, { name }] of group.entries()) ids.set(name, made[index] ?? '');
}

async function changes(
  transaction: Queryable,
  context: RequestContext,
  group: readonly Deed[],
  ids: Ids,
): Promise<readonly ChangedRecord[]> {
  const [first] = group;
  if (!first) return [];
  const { action, name } = first;
  if (action === 'convert') return await converted(transaction, context, group, ids);
  return await changeWithin(transaction, context, {
    ...{ resource: resourceOf(pluralOf(name)), action },
    items: group.map((deed) => ({
      ...{ pointer: `/${deed.name}`, id: action === 'update' ? idOf(deed.name, ids) : null },
      ...{ input: inputOf(deed, ids), problems: [] },
    })),
  });
}

async function converted(
  transaction: Queryable,
  context: RequestContext,
  group: readonly Deed[],
  ids: Ids,
): Promise<ChangedRecord[]> {
  const made: ChangedRecord[] = [];
  for (const deed of group) {
    const project = { input: inputOf(deed, ids), problems: [] };
    made.push(await convertLeadWithin(transaction, context, { leadId: idOf(deed.lead ?? '', ids), project }));
  }
  return made;
}

const inputOf = ({ values, links }: Deed, ids: Ids): Values => ({
  ...values,
  ...Object.fromEntries(
    Object.entries(links).map(([column, named]) => [
      column,
      typeof named === 'string' ? idOf(named, ids) : named.map((name) => idOf(name, ids)),
    ]),
  ),
});

function countsOf(deeds: readonly Deed[]): Counts {
  const counts: Record<string, number> = {};
  for (const { action, name } of deeds) {
    if (action !== 'update') counts[pluralOf(name)] = (counts[pluralOf(name)] ?? 0) + 1;
  }
  return counts;
}
