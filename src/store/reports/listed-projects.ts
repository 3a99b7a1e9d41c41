import type { Param, Queryable } from '../../database/engine.ts';
import { type RecordNamed, resourceOf } from '../../resources/index.ts';
import type { SelectedList } from '../query/selection.ts';
import { selectText } from '../rows/select.ts';

/** Projects to read, with the records that their keys embed. */
interface ListedProjects {
  /** The select of the rows of projects. */
  readonly page: string;
  /** `order by …`, over `t`. */
  readonly order: string;
  /** The keys of the record to read; all without it. */
  readonly keys?: readonly string[] | undefined;
  /** Further columns of the page, over `t`. */
  readonly columns?: readonly string[];
  readonly parameters: readonly Param[];
}

/** Reads the projects that a report names. */
export const readListedProjects = <Further extends object = object>(
  engine: Queryable,
  { page, order, keys, columns = [], parameters }: ListedProjects,
): Promise<(RecordNamed<'projects'> & Further)[]> =>
  engine.query(selectText(resourceOf('projects'), page, order, { keys, columns }), parameters);

/** The rows of one page of a report that have a rank. */
export interface RankedPage {
  readonly selected: Pick<SelectedList, 'source' | 'binding'>;
  /** The select of `id` and further columns of the rows in their order, before the limit. */
  readonly ranked: string;
  readonly columns: readonly string[];
  /** The order over these columns and `t.id`. */
  readonly order: string;
  readonly keys?: readonly string[] | undefined;
  readonly limit: number;
  /** The number of rows before the page. */
  readonly skip: number;
}

/** Reads a page of the rows. The statement picks the ids of the page first, and then reads only their rows. */
export function readRankedPage<Further extends object>(engine: Queryable, asked: RankedPage) {
  const { selected, ranked, columns, order, limit, skip, ...shape } = asked;
  const offset = skip === 0 ? '' : ` offset ${selected.binding.hold(String(skip))}::bigint`;
  const shown = columns.map((name) => `picked.${name}`);
  return readListedProjects<Further>(engine, {
    ...shape,
    page: `select ${['t.*', ...shown].join(', ')} from (${ranked} ${order} limit ${limit}${offset}) picked
  join ${selected.source} t on t.account_id = $1::bigint and t.id = picked.id`,
    order,
    columns: columns.map((name) => `t.${name}`),
    parameters: selected.binding.parameters,
  });
}
