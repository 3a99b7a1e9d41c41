import type { Row } from '../resources/resource.ts';
import type { Store } from '../store/store.ts';
import type { Call } from './call.ts';
import { withFreshDirectory } from './fresh-directory.ts';
import { readIncluded } from './included.ts';
import { type Shape, showing, showingRecurring } from './shown.ts';

type ShowRows = (store: Store, call: Call, shape: Shape, rows: readonly Row[]) => Promise<string[]>;

const shownBy =
  (way: typeof showing): ShowRows =>
  async (store, call, shape, rows) => {
    const further = await readIncluded(store, call, shape, rows);
    return await withFreshDirectory(store, call, async (fresh) => {
      const write = way(shape, fresh.directory, fresh.at);
      const include = further(fresh);
      return rows.map((row) => extended(write(row), include(row)));
    });
  };

/** Shows rows that were just read, with what is included. */
export const show = shownBy(showing);

/** The same for rows that recur. */
export const showRecurring = shownBy(showingRecurring);

const extended = (json: string, further: string): string => (further === '' ? json : `${json.slice(0, -1)}${further}}`);
