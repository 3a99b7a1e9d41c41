import type { Queryable } from '../../database/engine.ts';
import type {
  StoredColumn,
  FileFormat,
  ImportedFamily,
  ImportStatus,
  RowCounts,
} from '../../resources/transfer/imports.ts';
import type { Mapping } from '../../resources/transfer/mapping.ts';
import type { Listing } from '../query/keyset.ts';
import { selecting } from '../query/page.ts';
import { newestFirst } from '../query/sort-keys.ts';
import type { ListSelection } from '../query/selection.ts';
import { quoted } from '../rows/columns.ts';
import { documentSize } from '../rows/stored-size.ts';

/** The numbers of records that an undo of an import has taken back or kept. */
export interface UndoCounts {
  readonly undone: number;
  /** The records that stay, because someone changed them later. */
  readonly kept: number;
}

/** A stored import. */
export interface StoredImport {
  readonly id: string;
  readonly version: number;
  readonly created_at: string;
  readonly updated_at: string;
  readonly name: string;
  readonly family: ImportedFamily;
  readonly status: ImportStatus;
  readonly problem: string | null;
  /** Null once the file is forgotten. */
  readonly file_id: string | null;
  readonly file_name: string | null;
  readonly file_bytes: number;
  readonly media_type: string | null;
  readonly format: FileFormat;
  readonly sheets: readonly string[];
  readonly columns: readonly StoredColumn[];
  readonly oddities: readonly string[];
  readonly mapping: Mapping;
  /** Whether somebody chose the mapping, or that of the import from which it comes. */
  readonly is_mapping_chosen: boolean;
  readonly counts: RowCounts | null;
  readonly dry_run: RowCounts | null;
  readonly undo: UndoCounts | null;
  /** A document that only the layer `transfer` reads. The list of imports leaves it out. */
  readonly summary: unknown;
  readonly done: number;
  /** Null until all rows are read. */
  readonly total: number | null;
  readonly pass: number;
  readonly staged: boolean;
  /** The characters of the stored rows, about. */
  readonly row_characters: number;
  readonly started_at: string | null;
  readonly finished_at: string | null;
  readonly undone_at: string | null;
  readonly created_by_id: string;
}

/** An import of an account. */
export interface ImportOf {
  readonly accountId: string;
  readonly id: string;
}

/** The columns that a change writes, with their SQL types. */
const written = {
  family: 'text',
  status: 'text',
  problem: 'text',
  file_id: 'uuid',
  file_name: 'text',
  file_bytes: 'bigint',
  media_type: 'text',
  format: 'json',
  sheets: 'jsonb',
  columns: 'json',
  oddities: 'jsonb',
  mapping: 'json',
  is_mapping_chosen: 'boolean',
  counts: 'json',
  dry_run: 'json',
  undo: 'json',
  summary: 'json',
  done: 'integer',
  total: 'integer',
  pass: 'integer',
  staged: 'boolean',
  row_characters: 'bigint',
  started_at: 'timestamptz',
  finished_at: 'timestamptz',
  undone_at: 'timestamptz',
  created_by_id: 'bigint',
} as const;

/** The values of an import that a change writes. */
export type ImportValues = Partial<Pick<StoredImport, keyof typeof written>>;

/** The columns of `StoredImport`, with the given expressions of two of them. */
function columnsWith({ name, summary }: { readonly name: string; readonly summary: string }): string {
  const expressions: Readonly<Record<string, string>> = {
    summary,
    file_bytes: 't.file_bytes::double precision as file_bytes',
    row_characters: 't.row_characters::double precision as row_characters',
  };
  const columns = Object.keys(written).map((column) => expressions[column] ?? `t.${column}`);
  return ['t.id', 't.version', 't.created_at', 't.updated_at', name, ...columns].join(', ');
}

const shown = columnsWith({ name: 'n.name', summary: 't.summary' });

const from = 'import_states t join imports n on n.account_id = $1::bigint and n.id = t.id';

function sourceOf(values: ImportValues): { names: string[]; source: string } {
  const names = Object.keys(values);
  // Quoted, because `format json` is a clause of Postgres 16.
  const columns = names.map((name) => `${quoted(name)} ${written[name as keyof typeof written]}`);
  return { names, source: `json_to_recordset(json_build_array($2::json)) as r(${columns.join(', ')})` };
}

/** Stores what an import is. Its entry in `imports`, with the name, exists already. */
export const insertImport = (
  transaction: Queryable,
  { accountId, id }: ImportOf,
  values: ImportValues,
  now: Date,
): Promise<unknown> => {
  const { names, source } = sourceOf(values);
  return transaction.query(
    `insert into import_states (account_id, id, created_at, updated_at, ${names.join(', ')})
    select $1::bigint, $3::bigint, $4::timestamptz, $4::timestamptz, ${names.map((name) => `r.${name}`).join(', ')}
    from ${source}`,
    [accountId, JSON.stringify(values), id, now.toISOString()],
  );
};

/** Finds an import. Lock it if it is about to change. */
export async function findImport(
  engine: Queryable,
  { accountId, id }: ImportOf,
  lock: '' | 'for no key update of t' = '',
): Promise<StoredImport | null> {
  const [found] = await engine.query<StoredImport>(
    `select ${shown} from ${from} where t.account_id = $1::bigint and t.id = $2::bigint ${lock}`,
    [accountId, id],
  );
  return found ?? null;
}

/** Changes an import and raises its version. */
export async function updateImport(
  transaction: Queryable,
  { accountId, id }: ImportOf,
  values: ImportValues,
  now: Date,
): Promise<void> {
  const { names, source } = sourceOf(values);
  const changes = names.map((name) => `${name} = r.${name}, `).join('');
  await transaction.query(
    `update import_states t set ${changes}version = t.version + 1,
      updated_at = greatest(t.updated_at, $3::timestamptz)
    from ${source} where t.account_id = $1::bigint and t.id = $4::bigint`,
    [accountId, JSON.stringify(values), now.toISOString(), id],
  );
}

/** The list of imports, as `StoredImport`, the newest first. */
export const importListing = ({ conditions, parameters }: ListSelection): Listing => ({
  table: 'import_states',
  conditions,
  parameters,
  order: newestFirst,
  // The list leaves out the summaries, which may be long.
  select: selecting(
    columnsWith({
      name: '(select n.name from imports n where n.account_id = $1::bigint and n.id = t.id) as name',
      summary: 'null::json as summary',
    }),
    ['t.sheets', 't.columns', 't.oddities', 't.mapping'].map(documentSize).join(' + '),
  ),
});
