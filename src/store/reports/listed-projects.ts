import type { Param, Queryable } from '../../database/engine.ts';
import { type RecordNamed, resourceOf } from '../../resources/index.ts';
import type { Binding } from '../query/binding.ts';
import type { SelectedList } from '../query/selection.ts';
import { selectText } from '../rows/select.ts';
import { eachSlice, type Slice, type SlicedReads } from './slices.ts';

/** Projects to read, with the records that their keys embed. */
interface ListedProjects {
  /** The select of the rows of projects. */
  readonly page: string;
  /** `order by …`, over `t`. */
  readonly order: string;
  /** The keys of the record to read; all without it. */
  readonly keys?: readonly string[] | undefined;
  readonly parameters: readonly Param[];
}

/** Reads the projects that a report names. */
export const readListedProjects = (
  engine: Queryable,
  { page, order, keys, parameters }: ListedProjects,
): Promise<RecordNamed<'projects'>[]> =>
  engine.query(selectText(resourceOf('projects'), page, order, { keys }), parameters);

/** An entry of a list of a report: the id of a project, and what the entry says of it. */
export type ProjectEntry = {
  readonly id: string;
};

/** A select with its parameters. */
export interface BoundSelect {
  readonly sql: string;
  readonly binding: Binding;
}

/** The entries of a list of a report. */
export interface RankedList<Entry extends ProjectEntry> {
  /** Selects the entries whose projects are in a slice. */
  readonly entries: (slice: Slice) => BoundSelect;
  /** `order by …`, over the columns of the select. */
  readonly order: string;
  /** The same order, of entries of different slices. */
  readonly compare: (one: Entry, other: Entry) => number;
  /** Selects the projects of the account as of the instant of the report, with parameters of their own. */
  readonly projects: () => Pick<SelectedList, 'source' | 'binding'>;
  /** The keys of each project; all without it. */
  readonly keys?: readonly string[] | undefined;
}

interface Span {
  readonly limit: number;
  /** The number of entries before the page. */
  readonly skip: number;
}

/** Reads the entries of a page, and then their projects. */
export async function readRankedPage<Entry extends ProjectEntry>(
  reads: SlicedReads,
  list: RankedList<Entry>,
  { limit, skip }: Span,
) {
  const isWhole = reads.slices.length === 1;
  const [most, offset] = isWhole ? [limit, skip] : [skip + limit, 0];
  const found = await eachSlice(reads, (slice) => readEntries(reads, list, { slice, most, offset }));
  const entries = isWhole
    ? found.flat()
    : found
        .flat()
        .toSorted(list.compare)
        .slice(skip, skip + limit);
  return await withProjects(reads, list, entries);
}

/** Reads the first entries of a slice. */
export function readEntries<Entry extends ProjectEntry>(
  { snapshot }: SlicedReads,
  { entries, order }: RankedList<Entry>,
  { slice, most, offset = 0 }: { readonly slice: Slice; readonly most: number; readonly offset?: number },
): Promise<Entry[]> {
  const { sql, binding } = entries(slice);
  const skipped = offset === 0 ? '' : ` offset ${binding.hold(String(offset))}::bigint`;
  return snapshot.query<Entry>(`${sql} ${order} limit ${most}${skipped}`, binding.parameters);
}

/** The entries with their projects. */
export async function withProjects<Entry extends ProjectEntry>(
  { snapshot }: SlicedReads,
  { projects, keys }: RankedList<Entry>,
  entries: readonly Entry[],
): Promise<(RecordNamed<'projects'> & Entry)[]> {
  const { source, binding } = projects();
  const ids = `${binding.hold([...new Set(entries.map(({ id }) => id))])}::bigint[]`;
  const rows = await readListedProjects(snapshot, {
    page: `select * from ${source} t where t.account_id = $1::bigint and t.id = any(${ids})`,
    order: 'order by t.id',
    keys,
    parameters: binding.parameters,
  });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return entries.flatMap((entry) => {
    const row = byId.get(entry.id);
    return row ? [{ ...row, ...entry }] : [];
  });
}

/** Compares numbers or texts of one form, such as days. */
export const compared = <Value extends bigint | string>(one: Value, other: Value): number =>
  Number(one > other) - Number(one < other);

/** Compares the ids of the projects of entries. */
export const comparedIds = (one: ProjectEntry, other: ProjectEntry): number =>
  compared(BigInt(one.id), BigInt(other.id));
