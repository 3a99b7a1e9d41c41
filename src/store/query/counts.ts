import type { Queryable } from '../../database/engine.ts';
import type { Resource } from '../../resources/resource.ts';
import { quoted } from '../rows/columns.ts';
import type { SelectedList } from './selection.ts';
import { type PredefinedView, viewsOf } from './views.ts';

const isOpen = 't.completed_at is null';

/** Open tasks by their deadline, and the completed ones: each task is in one group. */
const taskGroups: Readonly<Record<string, PredefinedView>> = {
  overdue: (binding) => `${isOpen} and t.deadline < ${binding.holdDay('today')}::date`,
  today: (binding) => `${isOpen} and t.deadline = ${binding.holdDay('today')}::date`,
  next_seven_days: (binding) => {
    const today = `${binding.holdDay('today')}::date`;
    return `${isOpen} and t.deadline > ${today} and t.deadline <= ${today} + 7`;
  },
  later: (binding) => `${isOpen} and t.deadline > ${binding.holdDay('today')}::date + 7`,
  no_date: () => `${isOpen} and t.deadline is null`,
  done: () => 't.completed_at is not null',
};

/** The groups by which the records of a resource are counted. */
const groupsOf = (resource: Resource): Readonly<Record<string, PredefinedView>> =>
  resource.plural === 'tasks' ? taskGroups : viewsOf(resource);

/** Counts the selected records of each group, in one statement. */
export async function readCounts(
  engine: Queryable,
  resource: Resource,
  { source, conditions, binding }: SelectedList,
): Promise<Readonly<Record<string, number>>> {
  const counts = Object.entries(groupsOf(resource)).map(
    ([name, group]) => `count(*) filter (where ${group(binding)})::integer as ${quoted(name)}`,
  );
  const [row = {}] = await engine.query<Record<string, number>>(
    `select ${counts.join(',\n  ')}\nfrom ${source} t where ${conditions.join(' and ')}`,
    binding.parameters,
  );
  return row;
}

/** The exact number of the selected rows. */
export async function readCount(
  engine: Queryable,
  { source, conditions, parameters }: Omit<SelectedList, 'binding'>,
): Promise<{ total: number }> {
  const text = `select count(*)::integer as total from ${source} t where ${conditions.join(' and ')}`;
  const [row] = await engine.query<{ total: number }>(text, parameters);
  return { total: row?.total ?? 0 };
}
