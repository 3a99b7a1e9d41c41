import { queryRefusal, type Refusal } from '../../refusal.ts';
import { fold } from '../../resources/vocabulary/formats.ts';
import { resourceOf } from '../../resources/index.ts';
import { type ListField, listFieldsOf } from '../../resources/list-fields.ts';
import type { Resource, Row } from '../../resources/resource.ts';
import type { Directory } from '../../store/rows/directory.ts';
import { expressionOf } from '../../store/query/binding.ts';
import { readSummary, type SummaryRow } from '../../store/query/summary.ts';
import type { StoreContext } from '../request-context.ts';
import { withFreshDirectory } from '../fresh-directory.ts';
import { parsed } from '../results.ts';
import type { AskedFilter } from './list-filters.ts';
import { selectionOf } from './list-selection.ts';
import { foundIds } from './search.ts';

const projects = resourceOf('projects');

/** The fields that can group projects in a summary: references to one record, and choices. */
export const groupNames: readonly string[] = [...listFieldsOf(projects).values()]
  .filter(isGroup)
  .map(({ name }) => name);

/** The projects that share one value of a field. */
export interface SummaryGroup {
  /** The record that they refer to, or the value that they share; null for projects without one. */
  readonly group: unknown;
  readonly count: number;
  /** Exact decimals, as text. */
  readonly amount: string;
  readonly weightedAmount: string;
}

/** The limit of groups in a summary. */
const mostGroups = 1000;

/** The projects to add up. */
interface SummarizedProjects {
  readonly groupBy: string;
  readonly filters: readonly AskedFilter[];
  /** The words of a search. */
  readonly q: string | undefined;
}

/**
 * The number of projects and their total amounts, for each value of a field.
 * @throws {Refusal} `invalid_query` if there are more than a thousand groups.
 */
export async function summarize(
  context: StoreContext,
  { groupBy, filters, q }: SummarizedProjects,
): Promise<SummaryGroup[]> {
  const field = listFieldsOf(projects).get(groupBy);
  if (!field) throw new Error(`${groupBy} is no field of projects`);
  const { conditions, binding } = selectionOf(context, projects, { filters }, context.at);
  const found = q === undefined ? null : await foundIds(context, projects, { filters, q });
  const amongFound = found === null ? [] : [`t.id = any(${binding.hold(found)}::bigint[])`];
  const group = expressionOf(projects, field, binding).sql;
  const of = largeTarget(field);
  const rows = await readSummary(context.store.engine, {
    conditions: [...conditions, ...amongFound],
    group,
    parameters: binding.parameters,
    limit: mostGroups + 1,
    of: of && { table: of.plural, columns: embeddedKeys(of) },
  });
  if (rows.length > mostGroups) throw tooMany();
  return await withFreshDirectory(context, async ({ directory }) => inOrder(rows, field, directory));
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

/** Sorts stages by position, choices as declared, and records by name. The group without a value comes last. */
function inOrder(rows: readonly SummaryRow[], field: ListField, directory: Directory): SummaryGroup[] {
  return rows
    .map((row) => ({ row, place: placeOf(row, field, directory) }))
    .sort((one, other) => compared(one.place, other.place))
    .map(({ row }) => groupOf(row, field, directory));
}

type GroupRank = readonly (number | string)[];

function placeOf(row: SummaryRow, { field }: ListField, directory: Directory): GroupRank {
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

function compared(one: GroupRank, other: GroupRank): number {
  const differing = one.findIndex((part, index) => part !== other[index]);
  const [left, right] = [one[differing] ?? 0, other[differing] ?? 0];
  if (differing < 0) return 0;
  return left < right ? -1 : 1;
}

function groupOf(row: SummaryRow, { field }: ListField, directory: Directory): SummaryGroup {
  const { count, amount, weighted_amount: weightedAmount } = row;
  const group = field.kind === 'reference' ? embedded(row, field.to, directory) : row.group;
  return { group, count, amount, weightedAmount };
}

function embedded(row: SummaryRow, to: string, directory: Directory): unknown {
  const target = resourceOf(to);
  if (target.kept === 'directory') return parsed(directory.embedded(to, row.group));
  if (row.group === null) return null;
  return Object.fromEntries(embeddedKeys(target).map((key) => [key, row[`of.${key}`] ?? null]));
}
