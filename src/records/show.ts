import type { Row } from '../resources/resource.ts';
import type { Store } from '../store/store.ts';
import type { Call } from './call.ts';
import { withFreshDirectory } from './fresh-directory.ts';
import { readIncluded } from './included.ts';
import { type Shape, showing } from './shown.ts';

/** Shows rows that were just read, with what is included. */
export async function show(store: Store, call: Call, shape: Shape, rows: readonly Row[]): Promise<string[]> {
  const further = await readIncluded(store, call, shape, rows);
  return await withFreshDirectory(store, call, async (fresh) => {
    const write = showing(shape, fresh.directory, fresh.at);
    const include = further(fresh);
    return rows.map((row) => extended(write(row), include(row)));
  });
}

const extended = (json: string, further: string): string => (further === '' ? json : `${json.slice(0, -1)}${further}}`);
