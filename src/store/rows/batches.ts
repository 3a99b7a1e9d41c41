/** The number of records in one statement, which limits how long other statements of the engine wait. */
const mostAtOnce = 500;

/** Splits a list of records, or of their ids, into batches for one statement each. */
export function batchesOf<One>(many: readonly One[]): One[][] {
  const batches: One[][] = [];
  for (let start = 0; start < many.length; start += mostAtOnce) batches.push(many.slice(start, start + mostAtOnce));
  return batches;
}
