import type { Row } from '../../resources/resource.ts';
import type { StoreContext } from '../request-context.ts';
import type { RecordText } from '../rendered.ts';
import { withFreshDirectory } from './fresh-directory.ts';
import { readIncluded } from './included.ts';
import { type Shape, rendererOf } from './renderer.ts';

/** Renders rows that were just read, with their included records. */
export async function renderRows(context: StoreContext, shape: Shape, rows: readonly Row[]): Promise<RecordText[]> {
  const further = await readIncluded(context, shape, rows);
  return await withFreshDirectory(context, async (fresh) => {
    const write = rendererOf(shape, fresh.directory, fresh.at);
    const include = further(fresh);
    return rows.map((row) => {
      const json = write(row);
      context.room?.take(json);
      return extended(json, include(row));
    });
  });
}

const extended = (json: string, further: string): string => (further === '' ? json : `${json.slice(0, -1)}${further}}`);
