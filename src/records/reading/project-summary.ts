import { queryRefusal, type Refusal } from '../../refusal.ts';
import { resourceOf } from '../../resources/index.ts';
import { type ListField, listFieldsOf } from '../../resources/list-fields.ts';
import type { Directory } from '../../store/rows/directory.ts';
import { expressionOf } from '../../store/query/binding.ts';
import { readSummary, type SummaryRow } from '../../store/query/summary.ts';
import type { StoreContext } from '../request-context.ts';
import { withFreshDirectory } from '../fresh-directory.ts';
import { embeddedKeys, groupsInOrder, groupValue, largeTarget } from './groups.ts';
import { refuseMissingPast } from './as-of.ts';
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
export interface SummarizedProjects {
  readonly groupBy: string;
  readonly filters: readonly AskedFilter[];
  /** The words of a search. */
  readonly q: string | undefined;
  readonly asOf?: Date | undefined;
}

/**
 * The number of projects and their total amounts, for each value of a field.
 * @throws {Refusal} `invalid_query` if there are more than a thousand groups.
 */
export async function summarize(
  context: StoreContext,
  { groupBy, filters, q, asOf }: SummarizedProjects,
): Promise<SummaryGroup[]> {
  const field = listFieldsOf(projects).get(groupBy);
  if (!field) throw new Error(`${groupBy} is no field of projects`);
  if (asOf) await refuseMissingPast(context);
  const { source, conditions, binding } = selectionOf(context, projects, { filters, asOf }, asOf ?? context.at);
  const found = q === undefined ? null : await foundIds(context, projects, { filters, q });
  const amongFound = found === null ? [] : [`t.id = any(${binding.hold(found)}::bigint[])`];
  const group = expressionOf(projects, field, binding).sql;
  const of = largeTarget(field);
  const rows = await readSummary(context.store.engine, {
    source,
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

/** Sorts stages by position, choices as declared, and records by name. The group without a value comes last. */
const inOrder = (rows: readonly SummaryRow[], field: ListField, directory: Directory): SummaryGroup[] =>
  groupsInOrder(rows, field, directory).map((row) => groupOf(row, field, directory));

function groupOf(row: SummaryRow, field: ListField, directory: Directory): SummaryGroup {
  const { count, amount, weighted_amount: weightedAmount } = row;
  return { group: groupValue(row, field, directory), count, amount, weightedAmount };
}
