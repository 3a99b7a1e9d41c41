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
  const slices: Slice[] = [];
  for (let after: string | null = null; ; ) {
    const upTo = await lastOfSlice(engine, [accountId, after ?? '0', String(size - 1)]);
    slices.push({ after, upTo });
    if (upTo === null) return slices;
    after = upTo;
  }
}

async function lastOfSlice(engine: Queryable, parameters: readonly string[]): Promise<string | null> {
  const [last] = await engine.query<{ id: string }>(
    `select t.id from projects t where t.account_id = $1::bigint and t.id > $2::bigint
    order by t.id limit 1 offset $3::bigint`,
    parameters,
  );
  return last?.id ?? null;
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
