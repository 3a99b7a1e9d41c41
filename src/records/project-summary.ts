import { queryRefusal, type Refusal } from '../refusal.ts';
import { fold } from '../resources/fold.ts';
import { resourceOf } from '../resources/index.ts';
import { type ListField, listFieldsOf } from '../resources/list-fields.ts';
import type { Resource, Row } from '../resources/resource.ts';
import type { Directory } from '../store/directory.ts';
import { expressionOf } from '../store/expressions.ts';
import type { Filter } from '../store/filters.ts';
import type { Store } from '../store/store.ts';
import { readSummary, type SummaryRow } from '../store/summary.ts';
import type { Answer, Call } from './call.ts';
import { withFreshDirectory } from './fresh-directory.ts';
import { selectionOf } from './selection.ts';

const projects = resourceOf('projects');

/** What projects can be summed up by: what refers to one record, or is one of several choices. */
export const groupNames: readonly string[] = [...listFieldsOf(projects).values()]
  .filter(isGroup)
  .map(({ name }) => name);

/** More groups are no summary. */
const mostGroups = 1000;

/**
 * How many projects there are, and what they amount to, for each value of a field.
 * @throws {Refusal} `invalid_query` when there are more than a thousand.
 */
export async function summarize(
  store: Store,
  call: Call,
  { groupBy, filters }: { groupBy: string; filters: readonly Filter[] },
): Promise<Answer> {
  const field = listFieldsOf(projects).get(groupBy);
  if (!field) throw new Error(`${groupBy} is no field of projects`);
  const { conditions, binding } = selectionOf(call, projects, { filters }, call.at);
  const group = expressionOf(projects, field, binding).sql;
  const of = largeTarget(field);
  const rows = await readSummary(store.engine, {
    ...{ conditions, group, parameters: binding.parameters, limit: mostGroups + 1 },
    of: of && { table: of.plural, columns: embeddedKeys(of) },
  });
  if (rows.length > mostGroups) throw tooMany();
  const shown = await withFreshDirectory(store, call, async ({ directory }) => inOrder(rows, field, directory));
  return { status: 200, body: `{"summary":[${shown.join(',')}]}` };
}

function isGroup({ name, field }: ListField): boolean {
  return (field.kind === 'reference' && name !== 'id') || field.kind === 'choice' || field.kind === 'entry_key';
}

const tooMany = (): Refusal => {
  const message = `makes more than ${mostGroups} groups; filter for fewer projects`;
  return queryRefusal([{ parameter: 'group_by', code: 'too_many', message }]);
};

function largeTarget({ field }: ListField): Resource | null {
  const target = field.kind === 'reference' ? resourceOf(field.to) : null;
  return target?.kept === 'table' ? target : null;
}

const embeddedKeys = (target: Resource): string[] => ['id', 'created_at', 'updated_at', ...target.embedded];

/** Stages by their position, choices as they are declared, records by name; what has no value comes last. */
function inOrder(rows: readonly SummaryRow[], field: ListField, directory: Directory): string[] {
  return rows
    .map((row) => ({ row, place: placeOf(row, field, directory) }))
    .sort((one, other) => compared(one.place, other.place))
    .map(({ row }) => shown(row, field, directory));
}

type Place = readonly (number | string)[];

function placeOf(row: SummaryRow, { field }: ListField, directory: Directory): Place {
  const { group } = row;
  if (group === null) return [1];
  if (field.kind === 'choice') return [0, field.values.indexOf(group)];
  const entry = entryOf(row, field, directory);
  const name = row['of.name'] ?? entry?.['name'];
  return [0, Number(entry?.['position'] ?? 0), typeof name === 'string' ? fold(name) : '', group];
}

function entryOf({ group }: SummaryRow, field: ListField['field'], directory: Directory): Row | undefined {
  if (field.kind === 'entry_key') {
    return [...directory.entries(field.of).values()].find((row) => row['key'] === group);
  }
  const isSmall = field.kind === 'reference' && resourceOf(field.to).kept === 'directory';
  return isSmall ? directory.entries(field.to).get(group ?? '') : undefined;
}

function compared(one: Place, other: Place): number {
  const differing = one.findIndex((part, index) => part !== other[index]);
  const [left, right] = [one[differing] ?? 0, other[differing] ?? 0];
  if (differing < 0) return 0;
  return left < right ? -1 : 1;
}

function shown(row: SummaryRow, { field }: ListField, directory: Directory): string {
  const { count, amount, weighted_amount: weighted } = row;
  const group = field.kind === 'reference' ? embedded(row, field.to, directory) : JSON.stringify(row.group);
  return `{"group":${group},"count":${count},"amount":${amount},"weighted_amount":${weighted}}`;
}

function embedded(row: SummaryRow, to: string, directory: Directory): string {
  const target = resourceOf(to);
  if (target.kept === 'directory') return directory.embedded(to, row.group);
  if (row.group === null) return 'null';
  return JSON.stringify(Object.fromEntries(embeddedKeys(target).map((key) => [key, row[`of.${key}`] ?? null])));
}
