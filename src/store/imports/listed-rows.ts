import type { Queryable } from '../../database/engine.ts';
import type { FileResult, RowResult } from '../../resources/transfer/imports.ts';
import type { Listing } from '../query/keyset.ts';
import { selecting } from '../query/page.ts';
import type { ListSelection } from '../query/selection.ts';
import { documentSize } from '../rows/stored-size.ts';
import type { ImportOf } from './imports.ts';

/** A row as its list shows it. */
export interface ListedRow {
  readonly number: number;
  readonly line: number;
  readonly cells: readonly unknown[];
  readonly result: RowResult;
  readonly record_id: string | null;
  readonly errors: readonly unknown[] | null;
  readonly undo: 'undone' | 'kept' | null;
  /** The last row that names the same record, if a later row does. */
  readonly superseded_by: { readonly number: number; readonly line: number } | null;
}

/** The place of the row that superseded `t`. */
const supersededBy = `case when t.result = 'superseded' then (
      select jsonb_build_object('number', r.number, 'line', r.line) from import_rows r
      where r.account_id = $1::bigint and r.import_id = t.import_id and r.key = t.key order by r.number desc limit 1
    ) end as superseded_by`;

/** The list of the rows that have a result, as `ListedRow`, by number. */
export const rowListing = ({ conditions, parameters }: ListSelection): Listing => ({
  table: 'import_rows',
  conditions,
  parameters,
  order: [{ column: 'number', type: 'integer', descending: false, nullable: false }],
  identity: ['import_id', 'number'],
  select: selecting(
    `t.number, t.line, t.cells, t.result, t.record_id, t.errors, t.undo, ${supersededBy}`,
    `${documentSize('t.cells')} + ${documentSize('t.errors')}`,
  ),
});

/** The next rows with a result, in order, for the file of these rows. */
export const nextWithResult = (
  engine: Queryable,
  { accountId, id }: ImportOf,
  {
    after,
    most,
    pass,
    result,
  }: {
    readonly after: number;
    readonly most: number;
    readonly pass: number;
    readonly result: FileResult;
  },
): Promise<Pick<ListedRow, 'number' | 'line' | 'cells' | 'errors' | 'superseded_by'>[]> =>
  engine.query(
    `select t.number, t.line, t.cells, t.errors, ${supersededBy} from import_rows t
    where t.account_id = $1::bigint and t.import_id = $2::bigint and t.pass = $5::integer and t.result = $6
      and t.number > $3::integer
    order by t.number limit $4::integer`,
    [accountId, id, after, most, pass, result],
  );
