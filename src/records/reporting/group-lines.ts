import type { GroupRow } from '../reading/groups.ts';
import type { RequestContext } from '../request-context.ts';
import { mapInTurns } from '../turns.ts';
import { jsonOf } from './exact-json.ts';
import { type GroupBy, inGroupOrder, shownGroup } from './group-by.ts';

interface GroupLines<Line> {
  readonly group: GroupBy | null;
  readonly rows: readonly (Line & GroupRow)[];
}

/**
 * Makes the JSON of the groups of a report in their order, and lets other requests run in between: a thousand groups of
 * forty periods have some 200,000 figures.
 * @param lineOf makes the members of a line besides `group`.
 */
export const groupLines = async <Line extends object>(
  { directory }: RequestContext,
  { group, rows }: GroupLines<Line>,
  lineOf: (row: Line & GroupRow, group: GroupBy) => object,
): Promise<Buffer[]> =>
  group === null
    ? []
    : await mapInTurns(inGroupOrder(rows, group, directory), (row) =>
        Buffer.from(jsonOf({ group: shownGroup(row, group, directory), ...lineOf(row, group) })),
      );
