import type { Queryable } from '../../database/engine.ts';
import type { Binding } from '../query/binding.ts';

/** Projects whose ids follow each other: those after one id, up to another. Null stands for no bound. */
export interface Slice {
  readonly after: string | null;
  readonly upTo: string | null;
}

/** The statements of a report, which see one state of the projects. */
export interface SlicedReads {
  readonly snapshot: Queryable;
  /** The slices to read the projects by, one after the other. */
  readonly slices: readonly Slice[];
}

/** Reads each slice. */
export async function eachSlice<Found>(
  { slices }: SlicedReads,
  read: (slice: Slice) => Promise<Found>,
): Promise<Found[]> {
  const found: Found[] = [];
  for (const slice of slices) found.push(await read(slice));
  return found;
}

/** All projects. */
export const wholeSlice: Slice = { after: null, upTo: null };

/** Cuts the projects of an account, deleted ones included, into slices of at most so many. */
export async function readSlices(engine: Queryable, accountId: string, size: number): Promise<Slice[]> {
  const bounds = await engine.query<{ id: string }>(
    `select n.id from (
      select t.id, row_number() over (order by t.id) as number from projects t where t.account_id = $1::bigint
    ) n where n.number % $2::integer = 0 order by n.id`,
    [accountId, size],
  );
  const ids = bounds.map(({ id }) => id);
  return [null, ...ids].map((after, index) => ({ after, upTo: ids[index] ?? null }));
}

/** Makes the SQL of the rows of a source that are in a slice, in the place of a table. */
export function slicing({ after, upTo }: Slice, binding: Binding): (source: string) => string {
  const bounds = [
    ...(after === null ? [] : [`s.id > ${binding.hold(after)}::bigint`]),
    ...(upTo === null ? [] : [`s.id <= ${binding.hold(upTo)}::bigint`]),
  ];
  if (bounds.length === 0) return (source) => source;
  const where = ['s.account_id = $1::bigint', ...bounds].join(' and ');
  return (source) => `(select * from ${source} s where ${where})`;
}
